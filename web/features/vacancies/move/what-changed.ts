import type { Vacancy } from '#contract/vacancies.ts';

/** One sentence about others' changes to a vacancy while its dialog was open. Returns null if there are none. */
export function whatChanged(before: Vacancy, now: Vacancy | null | undefined): string | null {
  if (now === undefined) return null;
  if (now === null) return 'This vacancy was removed in the meantime.';
  if (now.substituteId !== null && now.substituteId !== before.substituteId)
    return `${now.substitute?.fullName ?? 'A substitute'} was assigned in the meantime.`;
  if (now.requestedById !== null && now.requestedById !== before.requestedById && now.status === 'pending_approval')
    return `${now.requester?.fullName ?? 'A substitute'} requested this class in the meantime.`;
  if (before.substituteId !== null && now.substituteId === null)
    return before.substitute === null
      ? 'This assignment ended in the meantime.'
      : `${before.substitute.fullName} no longer covers this class.`;
  if (before.requestedById !== null && now.requestedById === null)
    return before.requester === null
      ? 'This request was closed in the meantime.'
      : `The request from ${before.requester.fullName} was closed in the meantime.`;
  const isEdited = edited.some((field) => before[field] !== now[field]);
  return isEdited || String(before.planFileIds) !== String(now.planFileIds)
    ? 'Someone edited this vacancy in the meantime.'
    : null;
}

const edited = [
  'date',
  'startTime',
  'endTime',
  'shiftType',
  'description',
  'grade',
  'subject',
  'room',
  'needsSubject',
  'needsGrade',
  'absenceReason',
  'googleDocLink',
  'mayNeedChanges',
  'additionalNotes',
  'isUrgent',
  'bookFirst',
] as const satisfies readonly (keyof Vacancy)[];
