import * as z from 'zod/mini';
import { absenceReason, classFields, shiftType, title } from '#contract/absence-fields.ts';
import { type Access, approved, endpoint } from '#contract/endpoint.ts';
import { date, id, idParams, prose, readVersion, time } from '#contract/fields.ts';
import { vacancy } from '#contract/vacancies.ts';
import { vacancyLimits, vacancyStatuses } from '#domain/vacancy.ts';

/** The fields of an edit that can apply to several days of a job. */
export const editFields = {
  startTime: z.optional(time),
  endTime: z.optional(time),
  shiftType: z.optional(shiftType),
  description: z.optional(title),
  ...classFields,
  needsSubject: z.optional(z.boolean()),
  needsGrade: z.optional(z.boolean()),
  absenceReason: z.optional(absenceReason),
  mayNeedChanges: z.optional(z.boolean()),
  additionalNotes: z.optional(prose(2 * vacancyLimits.description)),
  isUrgent: z.optional(z.boolean()),
  bookFirst: z.optional(z.boolean()),
  /**
   * Save a new date or time even though the teacher is already absent then. Without it, the call fails with
   * `already_absent`.
   */
  saveAnyway: z.optional(z.boolean()),
};

/**
 * The body of PATCH /api/vacancies/:id: an approval `{status: 'filled', substituteId}`, a rejection `{status: 'open',
 * requestedById: null, requestedAt: null}`, a request `{status: 'pending_approval', …}`, or an edit. The server tells
 * them apart and checks permission.
 */
export const vacancyChanges = z.strictObject({
  /** For an edit only. */
  version: readVersion,
  status: z.optional(z.enum(vacancyStatuses)),
  substituteId: z.optional(z.nullable(id)),
  requestedById: z.optional(z.nullable(id)),
  requestedAt: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  /**
   * For a request only: the class as its substitute saw it. If its day, its times or the days of its job have changed,
   * the request fails with `vacancy_moved`.
   */
  seen: z.optional(z.strictObject({ date, startTime: time, endTime: time, together: z.nullable(z.string()) })),
  ...editFields,
  date: z.optional(date),
});
export type VacancyChanges = z.output<typeof vacancyChanges>;

/** The errors of commands on one vacancy. */
export const moveErrors = [
  'not_found',
  'not_allowed',
  'vacancy_gone',
  'vacancy_over',
  'vacancy_started',
  'not_open',
  'not_requested',
  'already_requested',
  'requested_by_you',
  'requested_by_other',
  'already_filled',
  'assigned_to_you',
  'not_filled',
  'not_yours',
  'already_confirmed',
  'undo_too_late',
  'booked_elsewhere',
  'not_eligible',
  'over_limit',
  'not_offered',
  'school_inactive',
  'shift_not_offered',
  'too_many_requests',
] as const;

export const updateVacancy = endpoint({
  call: 'PATCH /api/vacancies/:id',
  summary: 'Requests (substitute), approves or rejects (teacher, admin), or edits (teacher, admin) a vacancy.',
  access: approved('teacher', 'substitute', 'school_admin'),
  body: vacancyChanges,
  reply: vacancy,
  errors: [...moveErrors, 'conflict', 'already_absent', 'vacancy_moved'],
});

export const reason = prose(500, 'Enter a short reason.');

/** Returns a transition of the life cycle that has its own call. */
export function move(path: `/api/${string}`, summary: string, access: Access) {
  return endpoint({ call: `POST ${path}`, summary, access, params: idParams, reply: vacancy, errors: moveErrors });
}

export const withdrawRequest = move(
  '/api/vacancies/:id/withdraw',
  'The substitute withdraws their request.',
  approved('substitute'),
);
export const declineVacancy = move(
  '/api/vacancies/:id/decline',
  'Permanently hides an open vacancy from the calling substitute.',
  approved('substitute'),
);
export const undeclineVacancy = move('/api/vacancies/:id/undecline', 'Undoes a decline.', approved('substitute'));
export const confirmAssignment = move(
  '/api/vacancies/:id/confirm',
  'The assigned substitute confirms.',
  approved('substitute'),
);
export const cannotCome = move(
  '/api/vacancies/:id/cannot-come',
  "Records that the assigned substitute, who hasn't confirmed yet, can't come. The vacancy reopens.",
  approved('substitute'),
);

export const undoAnswer = move(
  '/api/vacancies/:id/undo-answer',
  'Undoes an approval or rejection that the caller made seconds ago, before people are notified of it.',
  approved('teacher', 'school_admin'),
);

export const releaseSubstitute = endpoint({
  call: 'POST /api/vacancies/:id/release',
  summary:
    'The admin, the teacher or the substitute ends an assignment with a reason, on all remaining days of a multi-day job unless it is only for this day. The vacancy reopens. A substitute needs no reason to undo their own request within 5 minutes, and it is not recorded as a cancellation.',
  access: approved('teacher', 'substitute', 'school_admin'),
  body: z.strictObject({
    /** Only a substitute who undoes their own request within 5 minutes can leave it out. */
    reason: z.optional(reason),
    /** The day leaves its multi-day job, and the substitute keeps the others. */
    onlyThisDay: z.optional(z.boolean()),
  }),
  reply: vacancy,
  errors: [...moveErrors, 'reason_required', 'yes_undo_late'],
});
