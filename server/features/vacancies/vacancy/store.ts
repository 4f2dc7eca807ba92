import type { Actor } from '#domain/permissions.ts';
import type { HistoryEntry, Move, VacancyState } from '#domain/vacancy.ts';
import type { Config } from '#server/core/config.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { endCoversOf, endCoversOfBookings } from '#server/features/cover/commands.ts';
import { releaseHeldAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { seeableVacancy } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { found, Refused } from '#server/core/refused.ts';
import { allSettled } from '#server/core/settled.ts';
import type { Call } from '#server/http/route.ts';

/** The context that every transition of a vacancy needs from its call. */
export type ActingCall = Pick<Call, 'actor' | 'now' | 'config' | 'session'>;

/** The actor and the time. `actor` is null if time is the cause. */
export type Mover = { now: Date; actor: Pick<Actor, 'id'> | null };

/**
 * Locks vacancies until the transaction ends, with all days of their multi-day jobs and the classes that their
 * substitutes cover in free periods, in id order, so no two transactions deadlock. Read the rows afterward: a statement
 * that waited for a lock has stale joined rows.
 */
export async function lockVacancies(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(sql`select id from vacancies where id = any(array(
      select unnest(${ids}::bigint[]) union select j.id from vacancies v join vacancies j on j.job_id = v.job_id
        where v.id = any(${ids}::bigint[])
      union select c.vacancy_id from covers c
        where c.booking_id = any(${ids}::bigint[]) and c.state in ('asked', 'accepted')))
    order by id for no key update`);
}

/**
 * Locks one vacancy and reads it.
 *
 * @throws {Refused} not_found if the actor couldn't see it even if it were open.
 */
export async function lockedVacancy(
  tx: Tx,
  id: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<VacancyRow> {
  const [, row] = await allSettled([lockVacancies(tx, [id]), seeableVacancy(tx, id, actor, now)]);
  return found(row, 'vacancy');
}

/** A transition that the rules allow. */
export type PossibleMove = Extract<Move, { ok: true }>;

/**
 * Returns the transition, which the rules allow.
 *
 * @throws {Refused} with the refusal's code if it isn't possible.
 */
export function possible(move: Move): PossibleMove {
  if (!move.ok) throw new Refused(move.refusal.code, move.refusal.sentence);
  return move;
}

/** The result of a written transition. */
export type Moved = {
  row: VacancyRow;
  /** The unique cause for notifications. It is null if nothing happened. */
  cause: string | null;
  /** The substitute's other requests for that time, which a booking withdrew. */
  withdrawn?: readonly VacancyRow[];
};

/**
 * Writes a move of a locked vacancy with its lines of history, guarded by the state that was read. If an earlier answer
 * could still be undone, its notifications are sent first.
 */
export async function writeMove(
  tx: Tx,
  mover: Mover & { config: Config },
  row: VacancyRow,
  { next, history }: PossibleMove,
  reason: string | null = null,
): Promise<Moved> {
  const [, , , cause] = await allSettled([
    releaseHeldAnswers(tx, mover, [row.id]),
    writeState(tx, row, next, mover.now),
    endCovers(tx, mover, row, next),
    record(tx, mover, row, history, { reason }),
  ]);
  // The database trigger does the same, because the message belongs to this request only.
  const requestMessage =
    next.deletedAt === null && next.requestedById === row.requestedById ? row.requestMessage : null;
  return { row: { ...row, ...next, requestMessage, updatedAt: mover.now }, cause };
}

async function writeState(tx: Tx, row: VacancyRow, next: VacancyState, now: Date): Promise<void> {
  // A new agreement, or a new substitute, ends an earlier agreement.
  const isAgreed = row.substituteId === next.substituteId && row.confirmed === next.confirmed;
  const written = await tx.execute(sql`update vacancies
        set status = ${next.status}, substitute_id = ${next.substituteId}, requested_by_id = ${next.requestedById},
      requested_at = ${next.requestedAt}, confirmed = ${next.confirmed},
        agreed_start = case when ${isAgreed} then agreed_start end,
      agreed_end = case when ${isAgreed} then agreed_end end, deleted_at = ${next.deletedAt}, updated_at = ${now}
    where id = ${row.id} and status = ${row.status} and substitute_id is not distinct from ${row.substituteId}::bigint
      and requested_by_id is not distinct from ${row.requestedById}::bigint and deleted_at is null`);
  if (written !== 1) throw new Error(`Vacancy ${row.id} changed under its lock.`);
}

/** Ends the covers that are no longer needed after a move, and those by a substitute who is released. */
async function endCovers(
  tx: Tx,
  mover: Mover & { config: Config },
  row: VacancyRow,
  next: VacancyState,
): Promise<void> {
  if (next.deletedAt !== null) await endCoversOf(tx, mover, [row.id], 'deleted');
  else if (next.status === 'filled' && row.status !== 'filled') await endCoversOf(tx, mover, [row.id], 'filled');
  const isReleased = next.deletedAt !== null || next.substituteId !== row.substituteId;
  if (row.status === 'filled' && isReleased) await endCoversOfBookings(tx, mover, [row.id]);
}

/** Writes history entries. Returns the unique cause for notifications. */
export async function record(
  tx: Tx,
  { actor, now }: Mover,
  row: Pick<VacancyRow, 'id' | 'schoolId'>,
  entries: readonly HistoryEntry[],
  more: { reason?: string | null; changes?: readonly string[] } = {},
): Promise<string | null> {
  if (entries.length === 0) return null;
  const kinds = entries.map((entry) => entry.kind);
  const substituteIds = entries.map((entry) => entry.substituteId);
  const changes = more.changes === undefined ? null : JSON.stringify(more.changes);
  const [last] = await tx.query<{ id: number }>(sql`with written as (
      insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id, substitute_id, reason, changes)
      select ${row.id}, ${row.schoolId}, e.kind, ${now}, ${actor?.id ?? null}::bigint, e.substitute_id,
        ${more.reason ?? null}, ${changes}::jsonb
      from unnest(${kinds}::text[], ${substituteIds}::bigint[]) with ordinality as e (kind, substitute_id, n)
        order by e.n
      returning id)
    select max(id) as id from written`);
  return `vacancy:${row.id}:${last?.id ?? 0}`;
}

/** A line of a vacancy's history that is about none of its substitutes. */
type Line = { id: number; schoolId: number; kind: HistoryEntry['kind']; reason: string };

/**
 * Writes lines of several vacancies in one statement. Returns the unique cause for notifications of each line, in the
 * same order.
 */
export async function recordEach(tx: Tx, { actor, now }: Mover, lines: readonly Line[]): Promise<string[]> {
  if (lines.length === 0) return [];
  const written = await tx.query<{ id: number }>(sql`with written as (
      insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id, reason)
      select e.id, e.school_id, e.kind, ${now}, ${actor?.id ?? null}::bigint, e.reason
      from unnest(${lines.map(({ id }) => id)}::bigint[], ${lines.map(({ schoolId }) => schoolId)}::bigint[],
        ${lines.map(({ kind }) => kind)}::text[],
        ${lines.map(({ reason }) => reason)}::text[]) with ordinality as e (id, school_id, kind, reason, n) order by e.n
      returning id)
    select id from written order by id`);
  return written.map(({ id }, nth) => `vacancy:${lines[nth]?.id ?? 0}:${id}`);
}
