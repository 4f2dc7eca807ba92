import type * as z from 'zod/mini';
import type { CoveringPerson, vacancy } from '#contract/vacancies.ts';
import { classInWords } from '#domain/class.ts';
import { whyDeclined } from '#domain/decline.ts';
import { alsoCovering } from '#domain/cover-words.ts';
import { everyoneAt } from '#domain/dispatch.ts';
import { reportTime } from '#domain/attendance.ts';
import { daysInWords, jobInWords } from '#domain/job-days.ts';
import { appendSubstituteNote } from '#domain/note.ts';
import { type Actor, can } from '#domain/permissions.ts';
import { possibleActs } from '#domain/possible.ts';
import { hasShiftTimes } from '#domain/shift.ts';
import { undoesYes, yesUndoUntil } from '#domain/undo.ts';
import { isExtraHands } from '#domain/vacancy.ts';
import { isJobDay, withDates } from '#server/features/vacancies/vacancy/job-days.ts';
import { ownClash, ownRequestOverlap } from '#server/features/vacancies/vacancy/own-time.ts';
import { offeredPay } from '#server/features/vacancies/vacancy/offered-pay.ts';
import { booksFirst, type VacancyRow } from '#server/features/vacancies/vacancy/row.ts';

/** Returns a vacancy as this reader may see it now, with the actions that they may take. */
export function replyOf(row: VacancyRow, actor: Actor, now: Date): z.input<typeof vacancy> {
  const isStaff = actor.role !== 'substitute';
  const clash = isStaff ? null : ownClash(row, now);
  return {
    id: row.id,
    schoolId: row.schoolId,
    schoolName: row.schoolName,
    schoolAddress: row.schoolAddress,
    ...(row.status === 'filled' && row.substituteId === actor.id && { schoolPhone: row.schoolPhone }),
    ...(isStaff ? forStaff(row) : forSubstitutes(row)),
    ...(row.ownCovers && { alsoCovers: alsoCovering(row.ownCovers.filter(({ state }) => state === 'accepted')) }),
    timeZone: row.timeZone,
    teacherId: row.teacherId,
    teacherName: row.teacherName,
    ...(isExtraHands(row) && { isExtraHands: true as const }),
    ...classOf(row, actor),
    status: row.status,
    ...answersOf(row, actor),
    ...undoOf(row, actor, now),
    ...(row.noShow && (isStaff || row.substituteId === actor.id) && { noShow: true as const }),
    isUrgent: row.isUrgent,
    bookFirst: booksFirst(row),
    declined: row.declined,
    clash,
    requestOverlap: isStaff ? null : ownRequestOverlap(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...jobOf(row, now),
    // A request that overlaps the reader's own assignment, or that an exclusion rules out, would be refused. The
    // vacancy's own state doesn't show that.
    can: possibleActs(actor, { ...row, isJobDay: isJobDay(row) }, now).filter(
      (act) => act !== 'request' || (clash?.kind !== 'assignment' && clash?.kind !== 'excluded'),
    ),
  };
}

function forStaff(row: VacancyRow) {
  const { version, needsSubject, needsGrade, planFileIds, targetSubstituteIds, notificationPreferences } = row;
  return {
    version,
    needsSubject,
    needsGrade,
    planFileIds,
    targetSubstituteIds,
    notificationPreferences,
    offers: offersOf(row),
    coveredBy: row.coveredBy,
  };
}

function forSubstitutes(row: VacancyRow) {
  const pay = offeredPay(row);
  return {
    ...(row.schoolParking !== null && { schoolParking: row.schoolParking }),
    ...(pay !== null && { pay }),
    reportTime: reportTime(row),
    targetSubstituteIds: null,
    notificationPreferences: null,
  };
}

/**
 * Returns whether someone else requested or covers the vacancy, so this substitute may not read it anymore. They can
 * still undo their decline of it, and the reply to that doesn't say who has it or what that person was told.
 */
function isTakenByOthers(row: VacancyRow, actor: Actor): boolean {
  const isOwn = row.substituteId === actor.id || row.requestedById === actor.id;
  return actor.role === 'substitute' && row.status !== 'open' && !isOwn;
}

/** Returns who covers or requested the vacancy, as far as this reader may know. */
function answersOf(row: VacancyRow, actor: Actor) {
  const isStaff = actor.role !== 'substitute';
  const isOthers = isTakenByOthers(row, actor);
  const seesRequester = actor.role === 'school_admin' || row.substituteId === row.requestedById;
  return {
    substituteId: isOthers ? null : row.substituteId,
    substitute: isStaff ? row.substitute : null,
    requestedById: isOthers ? null : row.requestedById,
    requestedAt: isOthers ? null : (row.requestedAt?.toISOString() ?? null),
    requester: isStaff ? covering(row.requester, seesRequester) : null,
    confirmed: row.status === 'filled' && !isOthers ? row.confirmed : null,
  };
}

/** Returns the time until which the reader can undo the request that got them the class. */
function undoOf(row: VacancyRow, actor: Actor, now: Date): Pick<z.input<typeof vacancy>, 'undoUntil'> {
  return undoesYes(row, actor, now) ? { undoUntil: yesUndoUntil(row)?.toISOString() } : {};
}

/** Returns the time, class and plans of a vacancy as this reader may see them. */
function classOf(row: VacancyRow, actor: Actor) {
  return {
    date: row.date,
    startTime: row.startTime,
    endTime: row.endTime,
    shiftType: row.shiftType,
    hasCustomTimes: !hasShiftTimes(row.settings, row.shiftType, { start: row.startTime, end: row.endTime }),
    description: row.description,
    grade: row.grade,
    subject: row.subject,
    room: row.room,
    classInWords: classInWords(row, row.description),
    absenceReason: can(actor, 'vacancy.seeReason', row) ? row.absenceReason : null,
    googleDocLink: can(actor, 'vacancy.seePlans', row) ? row.googleDocLink : null,
    mayNeedChanges: row.mayNeedChanges,
    additionalNotes: isTakenByOthers(row, actor) ? '' : notesFor(row, actor),
  };
}

/** Returns the multi-day job of a vacancy that has other days. */
function jobOf(row: VacancyRow, now: Date): Pick<z.input<typeof vacancy>, 'job'> {
  const dates = (row.jobDays ?? []).map(({ date }) => date);
  const sentence = isJobDay(row) ? jobInWords(dates) : null;
  return sentence === null
    ? {}
    : { job: { dates, sentence, together: daysInWords(withDates(row, now).together ?? []) } };
}

/** Returns the progress of the offer waves, with the time from which everyone is notified. */
function offersOf(row: VacancyRow): z.input<typeof vacancy>['offers'] {
  const { offers, offering } = row;
  if (offers === null) return null;
  const { forEveryone, nextAt, nextSize, firstAt, declinedWhy, unsent, ...counts } = offers;
  const isOver = forEveryone || nextAt === null;
  const everyone = isOver
    ? null
    : everyoneAt({ offering, vacancy: row, first: firstAt === null ? null : new Date(firstAt) });
  return {
    ...counts,
    ...(unsent > 0 && { unsent }),
    whyDeclined: whyDeclined(declinedWhy),
    nextAt: isOver ? null : new Date(nextAt).toISOString(),
    nextSize: isOver ? null : nextSize,
    everyoneAt: everyone?.toISOString() ?? null,
  };
}

/**
 * Returns the description as this reader may see it: with the message of the request only for its author and those who
 * decide.
 */
export function notesFor(row: VacancyRow, actor: Actor): string {
  const { additionalNotes, requestMessage } = row;
  return requestMessage !== null && can(actor, 'vacancy.seeMessage', row)
    ? appendSubstituteNote(additionalNotes, requestMessage)
    : additionalNotes;
}

/** A teacher sees contact data only of a substitute who is assigned to them. An admin always does. */
function covering(person: CoveringPerson | null, withContact: boolean): CoveringPerson | null {
  return person && !withContact ? { ...person, phone: null, email: null } : person;
}
