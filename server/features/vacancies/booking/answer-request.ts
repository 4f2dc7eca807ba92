import type { Tx } from '#server/db/database.ts';
import {
  answeredRequest,
  fill,
  lockForFill,
  notifyOfBooking,
  refuseIneligible,
} from '#server/features/vacancies/booking/fill.ts';
import { type Hold, holdAnswer } from '#server/features/vacancies/vacancy/held-answers.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { alongside, countedId } from '#server/features/vacancies/vacancy/job-days.ts';
import { refuseOverLimit } from '#server/features/vacancies/booking/over-limit.ts';
import { moveVacancy } from '#server/features/vacancies/vacancy/move.ts';
import type { ActingCall } from '#server/features/vacancies/vacancy/store.ts';
import {
  nameOf,
  requestOf,
  notifyStaffAbout,
  notifySubstitutesAbout,
} from '#server/features/vacancies/vacancy/notifications.ts';
import { countAttempt } from '#server/http/limits.ts';
import { allSettled } from '#server/core/settled.ts';
import { currentSession } from '#server/http/session.ts';

/** Options of an answer to a request. */
type Answering = {
  /** Checks the locked vacancy, for callers that answer one particular request. */
  check?: (row: VacancyRow) => void;
  /** Whether the answer can be undone. If so, its notifications wait for some seconds. */
  canUndo: boolean;
};

/**
 * How often a person may give answers for one vacancy in a day that can be undone. Each answer, and each undo, adds to
 * the history, which is kept permanently.
 */
const answers = { most: 20, windowSeconds: 86_400 };

/**
 * Counts an answer that can be undone, so that its undo needs no limit.
 *
 * @throws {Refused} too_many_requests
 */
async function countAnswer(
  tx: Tx,
  { actor, now, hold }: ActingCall & { hold: Hold | undefined },
  row: VacancyRow,
): Promise<void> {
  if (hold !== undefined) await countAttempt(tx, { key: `answers:${actor.id}:${countedId(row)}`, ...answers }, now);
}

/**
 * The teacher, or an admin, approves the request of this substitute: the vacancy is theirs, with all days of a job that
 * they requested.
 */
export async function approveRequest(
  tx: Tx,
  answeringCall: ActingCall,
  id: number,
  substituteId: number,
  { check, canUndo }: Answering,
): Promise<void> {
  const hold: Hold | undefined = canUndo ? { notifications: [], requests: [] } : undefined;
  const call = { ...answeringCall, hold };
  const { substitute, overlapping, locked } = await lockForFill(tx, call, id, substituteId);
  const moved = await moveVacancy(tx, call, {
    id,
    locked,
    action: 'vacancy.approve',
    event: { type: 'approve', substituteId },
    check,
    refuse: async (vacancy) => {
      refuseIneligible(substitute, vacancy);
      const days = { ...vacancy, alongside: alongside(vacancy, call.now) };
      await allSettled([
        refuseOverLimit(tx, substituteId, days, substitute.fullName),
        // A whole job counts once.
        ...(vacancy.id === id ? [countAnswer(tx, call, vacancy)] : []),
      ]);
    },
    write: (vacancy, move) => fill(tx, call, vacancy, move, overlapping),
  });
  const { before, days } = moved;
  hold?.requests.unshift(...days.map((day) => answeredRequest(day.before, substituteId, day.cause)));
  await notifyOfBooking(tx, call, moved, {
    substitute: nameOf(before),
    isConfirmed: true,
    request: requestOf(before),
  });
  if (hold !== undefined) await holdAnswer(tx, call, id, hold);
}

/** The teacher, or an admin, rejects the current request, which reopens the vacancy. */
export async function rejectRequest(
  tx: Tx,
  answeringCall: ActingCall,
  id: number,
  { check, canUndo }: Answering,
): Promise<void> {
  const hold: Hold | undefined = canUndo ? { notifications: [], requests: [] } : undefined;
  const call = { ...answeringCall, hold };
  const { before, cause, days } = await moveVacancy(tx, call, {
    id,
    action: 'vacancy.reject',
    event: { type: 'reject' },
    check,
    refuse: async (vacancy) => {
      if (vacancy.id === id) await countAnswer(tx, call, vacancy);
    },
  });
  for (const day of days) {
    const { requestedById } = day.before;
    if (requestedById !== null) hold?.requests.push(answeredRequest(day.before, requestedById, day.cause));
  }
  await notifySubstitutesAbout(tx, call, before, {
    kind: 'request_rejected',
    cause,
    to: [before.requestedById],
    facts: (about) => about,
  });
  const by = currentSession(call).user.fullName;
  await notifyStaffAbout(tx, call, before, {
    kind: 'request_turned_down',
    cause,
    teacher: true,
    admins: 'poster',
    facts: (about) => ({ ...about, substitute: nameOf(before), by }),
  });
  if (hold !== undefined) await holdAnswer(tx, call, id, hold);
}
