import { mayWorkAt } from '#domain/permissions.ts';
import { refusal } from '#domain/refusal.ts';
import { transition } from '#domain/vacancy.ts';
import { Refused } from '#server/core/refused.ts';
import { sql, type Tx } from '#server/db/database.ts';
import type { EndedRequest } from '#server/features/vacancies/held-answers.ts';
import { vacanciesOf } from '#server/features/vacancies/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';
import { lockVacancies, type Moved, possible, type PossibleMove, writeMove } from '#server/features/vacancies/store.ts';
import { lockSubstitute, type Substitute } from '#server/features/vacancies/substitutes.ts';
import {
  otherClass,
  type NotifyContext,
  notifyStaffAbout,
  notifySubstitutesAbout,
} from '#server/features/vacancies/notifications.ts';

/** The rows involved in filling a vacancy, all locked. */
export type LockedForFill = {
  /** Null if this id doesn't belong to a substitute. */
  substitute: Substitute | null;
  /** Their other requests, which end once they are booked here. */
  overlapping: readonly number[];
};

/**
 * Locks the substitute, the vacancy, and their overlapping requests: every row that filling it writes, people before
 * vacancies and vacancies by id.
 */
export async function lockForFill(tx: Tx, vacancyId: number, substituteId: number): Promise<LockedForFill> {
  const substitute = await lockSubstitute(tx, substituteId);
  await lockVacancies(tx, [vacancyId, ...(await overlappingRequests(tx, vacancyId, substituteId))]);
  // The vacancy's own times may have been edited before we got the lock.
  return { substitute, overlapping: await overlappingRequests(tx, vacancyId, substituteId) };
}

async function overlappingRequests(tx: Tx, vacancyId: number, substituteId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`select o.id from vacancies v join vacancies o
      on o.requested_by_id = ${substituteId} and o.status = 'pending_approval' and o.deleted_at is null
      and o.starts_at < v.ends_at and v.starts_at < o.ends_at and o.id <> v.id
    where v.id = ${vacancyId} order by o.id`);
  return rows.map((row) => row.id);
}

/** @throws {Refused} not_eligible if this substitute doesn't work at the vacancy's school. */
export function refuseIneligible(substitute: Substitute | null, row: VacancyRow): asserts substitute is Substitute {
  if (substitute === null || !mayWorkAt(substitute, row.schoolId))
    throw new Refused('not_eligible', refusal('not_eligible').sentence);
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
  return { ...moved, withdrawn: await reopenRequests(tx, context, overlapping, moved.row) };
}

/**
 * Reopens the other requests of a booked substitute for the time of their class, after it has moved. The caller has locked the
 * substitute and the class.
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
  // The usual case. Two round trips to the database less, of twenty.
  if (overlapping.length === 0) return withdrawn;
  await lockVacancies(tx, overlapping);
  for (const other of await vacanciesOf(tx, overlapping, null, context.now)) {
    const { requestedById } = other;
    if (other.status === 'pending_approval' && requestedById !== null && requestedById === booked.substituteId) {
      await reopenBecauseBooked(tx, context, other, requestedById, booked);
      withdrawn.push(other);
    }
  }
  return withdrawn;
}

/** A request that just ended, as undoing its answer needs it. */
export function endedRequest(before: VacancyRow, by: number, cause: string | null): EndedRequest {
  const at = (before.requestedAt ?? before.updatedAt).toISOString();
  return { vacancyId: before.id, by, at, message: before.requestMessage, cause };
}

/** Only the substitute learns which class they are booked for instead, because it may be another school's. */
async function reopenBecauseBooked(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  substituteId: number,
  booked: VacancyRow,
): Promise<void> {
  const byItself = { ...context, actor: null };
  const { cause } = await writeMove(
    tx,
    byItself,
    row,
    possible(transition(row, { type: 'reopen', substituteId }, context.now)),
    'Booked elsewhere at that time.',
  );
  context.hold?.requests.push(endedRequest(row, substituteId, cause));
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
    to: [substituteId],
    facts: (about) => ({ ...about, substitute, because, instead: otherClass(booked) }),
  });
}
