import type { NoticeFacts } from '#domain/notice-facts.ts';
import { mayWorkAt } from '#domain/permissions.ts';
import { transition } from '#domain/vacancy.ts';
import { refusedAs } from '#server/core/refused.ts';
import { allSettled } from '#server/core/settled.ts';
import { sql, type Tx } from '#server/db/database.ts';
import type { EndedRequest } from '#server/features/vacancies/vacancy/held-answers.ts';
import { withDates } from '#server/features/vacancies/vacancy/job-days.ts';
import { seeableVacancy, vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import {
  type ActingCall,
  lockVacancies,
  type Moved,
  possible,
  type PossibleMove,
  writeMove,
} from '#server/features/vacancies/vacancy/store.ts';
import { lockSubstitute, type Substitute } from '#server/features/vacancies/vacancy/substitutes.ts';
import {
  otherClass,
  type NotifyContext,
  notifyStaffAbout,
  notifySubstitutesAbout,
  withdrawnIn,
} from '#server/features/vacancies/vacancy/notifications.ts';

/** The rows involved in filling a vacancy, all locked. */
export type LockedForFill = {
  /** It is null if this id doesn't belong to a substitute. */
  substitute: Substitute | null;
  /** The substitute's other requests, which end once they are booked here. */
  overlapping: readonly number[];
  /** The vacancy, as `moveVacancy` takes it. It is null if the actor couldn't see it even if it were open. */
  locked: VacancyRow | null;
};

/**
 * Locks the substitute, the vacancy, and their overlapping requests: every row that filling it writes, people before
 * vacancies and vacancies by id. Then reads the vacancy.
 */
export async function lockForFill(
  tx: Tx,
  { actor, now }: Pick<ActingCall, 'actor' | 'now'>,
  vacancyId: number,
  substituteId: number,
): Promise<LockedForFill> {
  const [substitute, requests] = await allSettled([
    lockSubstitute(tx, substituteId),
    overlappingRequests(tx, vacancyId, substituteId, 'job'),
  ]);
  const [, overlapping, locked] = await allSettled([
    lockVacancies(tx, [vacancyId, ...requests]),
    // The vacancy's own times may have been edited before we got the lock.
    overlappingRequests(tx, vacancyId, substituteId),
    seeableVacancy(tx, vacancyId, actor, now),
  ]);
  return { substitute, overlapping, locked };
}

/**
 * Returns the substitute's other requests for the time of a vacancy, or of any day of its job, by id. A request for one
 * day of another job is for all of its days.
 */
async function overlappingRequests(
  tx: Tx,
  vacancyId: number,
  substituteId: number,
  of: 'day' | 'job' = 'day',
): Promise<number[]> {
  const booked =
    of === 'day'
      ? sql`v.id = ${vacancyId}`
      : sql`v.id = any(array(select ${vacancyId}::bigint
          union select j.id from vacancies d join vacancies j on j.job_id = d.job_id where d.id = ${vacancyId}))`;
  // It starts with `select`, so it can be sent right behind `begin`.
  const rows = await tx.query<{ id: number }>(sql`select id from (with mine as (
      select id, job_id, starts_at, ends_at from vacancies
        where requested_by_id = ${substituteId} and status = 'pending_approval' and deleted_at is null
    ), hit as (
      select o.id, case when o.job_id is distinct from v.job_id then o.job_id end as job_id from vacancies v join mine o
        on o.starts_at < v.ends_at and v.starts_at < o.ends_at and o.id <> v.id where ${booked})
    select id from mine where id in (select id from hit)
      or job_id in (select job_id from hit where job_id is not null)) overlapping order by id`);
  return rows.map((row) => row.id);
}

/**
 * Notifies the booked substitute, with the lesson plans, and the staff: the teacher and the person who posted the
 * vacancy. Substitutes whose own request books them are notified like any other.
 */
export async function notifyOfBooking(
  tx: Tx,
  context: NotifyContext,
  { row, cause, withdrawn }: Moved,
  filled: Omit<NoticeFacts['filled'], 'to' | 'vacancy'>,
): Promise<void> {
  await notifySubstitutesAbout(tx, { ...context, actor: null }, row, {
    kind: row.confirmed === true ? 'request_approved' : 'assigned',
    cause,
    to: [row.substituteId],
    withPlans: true,
    facts: (about) => ({ ...about, ...withdrawnIn(withdrawn) }),
  });
  await notifyStaffAbout(tx, context, row, {
    kind: 'filled',
    cause,
    teacher: true,
    admins: 'poster',
    facts: (about) => ({ ...about, ...filled }),
  });
}

/** @throws {Refused} not_eligible if this substitute doesn't work at the vacancy's school. */
export function refuseIneligible(substitute: Substitute | null, row: VacancyRow): asserts substitute is Substitute {
  if (substitute === null || !mayWorkAt(substitute, row.schoolId)) throw refusedAs('not_eligible');
}

/**
 * Fills a vacancy: writes the transition, reopens the substitute's overlapping requests in the same transaction, and
 * notifies the people involved.
 *
 * @throws {Refused} booked_elsewhere if the substitute is already booked at that time.
 */
export async function fill(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  move: PossibleMove,
  overlapping: readonly number[],
  reason: string | null = null,
): Promise<Moved> {
  const moved = await writeMove(tx, context, row, move, reason);
  // Each day of a job has its own requests. All of them are locked.
  const others =
    row.jobDays === null || move.next.substituteId === null
      ? overlapping
      : await overlappingRequests(tx, row.id, move.next.substituteId);
  return { ...moved, withdrawn: await reopenRequests(tx, context, others, moved.row) };
}

/**
 * Reopens the other requests of a booked substitute for the time of their class, after it has moved. The caller has
 * locked the substitute and the class.
 */
export async function withdrawOverlapping(tx: Tx, context: NotifyContext, booked: VacancyRow): Promise<void> {
  if (booked.substituteId === null) return;
  await reopenRequests(tx, context, await overlappingRequests(tx, booked.id, booked.substituteId), booked);
}

async function reopenRequests(
  tx: Tx,
  context: NotifyContext,
  overlapping: readonly number[],
  booked: VacancyRow,
): Promise<VacancyRow[]> {
  const withdrawn: VacancyRow[] = [];
  // Usually there are none.
  if (overlapping.length === 0) return withdrawn;
  const [, others] = await allSettled([
    lockVacancies(tx, overlapping),
    vacanciesOf(tx, overlapping, null, context.now),
  ]);
  const notified = new Set<string>();
  for (const other of others) {
    const { requestedById } = other;
    if (other.status !== 'pending_approval' || requestedById === null || requestedById !== booked.substituteId)
      continue;
    // One notification for all days of a job.
    const job = other.jobDays?.map(({ id }) => id).join() ?? `${other.id}`;
    const cause = await reopen(tx, context, other, requestedById);
    if (!notified.has(job)) await notifyReopened(tx, context, withDates(other, context.now), { cause, booked });
    notified.add(job);
    withdrawn.push(other);
  }
  return withdrawn;
}

/** Returns a request that has just ended, with the facts that undoing its answer needs. */
function endedRequest(before: VacancyRow, by: number, cause: string | null): EndedRequest {
  const at = (before.requestedAt ?? before.updatedAt).toISOString();
  return { vacancyId: before.id, by, at, message: before.requestMessage, cause };
}

/** Like `endedRequest`, for a request that was itself answered. A job has several, and an undo restores all or none. */
export function answeredRequest(before: VacancyRow, by: number, cause: string | null): EndedRequest {
  return { ...endedRequest(before, by, cause), isAnswered: true };
}

async function reopen(tx: Tx, context: NotifyContext, row: VacancyRow, substituteId: number): Promise<string | null> {
  const byItself = { ...context, actor: null };
  const move = possible(transition(row, { type: 'reopen', substituteId }, context.now));
  const { cause } = await writeMove(tx, byItself, row, move, 'Booked elsewhere at that time.');
  context.hold?.requests.push(endedRequest(row, substituteId, cause));
  return cause;
}

/** Only the substitute learns which class they are booked for instead, because it may be another school's. */
async function notifyReopened(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  { cause, booked }: { cause: string | null; booked: VacancyRow },
): Promise<void> {
  const byItself = { ...context, actor: null };
  const substitute = row.requester?.fullName ?? 'The substitute';
  const because = 'booked_elsewhere';
  await notifyStaffAbout(tx, byItself, row, {
    kind: 'request_reopened',
    cause,
    teacher: true,
    admins: 'poster',
    facts: (about) => ({ ...about, substitute, because }),
  });
  await notifySubstitutesAbout(tx, byItself, row, {
    kind: 'request_reopened',
    cause,
    to: [booked.substituteId],
    facts: (about) => ({ ...about, substitute, because, instead: otherClass(booked) }),
  });
}
