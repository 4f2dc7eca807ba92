import type { SentOffer } from '#domain/dispatch.ts';
import { type Sql, sql, type Tx } from '#server/db/database.ts';
import { eligibleOnOtherDays } from '#server/features/vacancies/candidates/eligible.ts';
import { otherDaysOf } from '#server/features/vacancies/vacancy/job-days.ts';
import type { NotifyContext } from '#server/features/vacancies/vacancy/notifications.ts';
import type { PricedFacts } from '#server/features/vacancies/dispatch/prices.ts';
import { rankBy, type RankedCandidate, rankedCandidates } from '#server/features/vacancies/candidates/ranked.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { dispatchOffers } from '#server/jobs/dispatch-offers.ts';
import { enqueue } from '#server/jobs/job.ts';

/** Options of a dispatch: its channels, and the substitute who has just left the class and isn't notified. */
type Way = { except?: number | undefined; sendEmail: boolean; sendSms: boolean };

/** Returns whether a school offers its vacancies in waves. A vacancy with chosen substitutes notifies exactly those. */
export function isInWaves(row: Pick<VacancyRow, 'offering'>, among: readonly number[] | null): boolean {
  return row.offering !== 'everyone' && (among === null || among.length === 0);
}

/**
 * Starts to offer a vacancy in waves, or starts again from the beginning. The first wave goes out right after the
 * commit.
 */
export async function startDispatch(
  tx: Tx,
  { now }: Pick<NotifyContext, 'now'>,
  row: Pick<VacancyRow, 'id' | 'schoolId'>,
  { except, sendEmail, sendSms }: Way,
): Promise<void> {
  await tx.execute(sql`insert into dispatches (vacancy_id, school_id, except_id, send_email, send_sms, due_at, began_at)
    values (${row.id}, ${row.schoolId}, ${except ?? null}::bigint, ${sendEmail}, ${sendSms}, ${now}, ${now})
    on conflict (vacancy_id) do update set round = dispatches.round + 1, except_id = excluded.except_id,
      send_email = excluded.send_email,
      send_sms = excluded.send_sms, is_paused = false, for_everyone = false, all_asked = false,
        due_at = excluded.due_at, ended = null, tries = 0, began_at = excluded.began_at, wave_at = null,
        wave_size = null`);
  await wakeDispatch(tx);
}

/** Runs the due steps once this transaction has committed. */
export async function wakeDispatch(tx: Tx): Promise<void> {
  await enqueue(tx, dispatchOffers, {});
}

/**
 * Notifies everyone whom the waves of a vacancy haven't reached yet. Returns their number, or null and changes nothing
 * if no one is left to notify.
 */
export async function offerToEveryone(
  tx: Tx,
  { now }: { now: Date },
  row: VacancyRow,
  sendSms: boolean,
): Promise<number | null> {
  const [dispatch] = await tx.query<{ exceptId: number | null }>(
    sql`select except_id as "exceptId" from dispatches
      where vacancy_id = ${row.id} and not all_asked and ended is distinct from 'everyone_asked' for update`,
  );
  if (dispatch === undefined) return null;
  const asked = new Set(((await offersOf(tx, [row.id])).get(row.id) ?? []).map(({ substituteId }) => substituteId));
  const left = (await candidatesFor(tx, row, now)).filter(({ id }) => !asked.has(id) && id !== dispatch.exceptId);
  if (left.length === 0) return null;
  await tx.execute(sql`update dispatches set for_everyone = true, is_paused = false, send_sms = send_sms
      or ${sendSms}, due_at = ${now}, ended = null
    where vacancy_id = ${row.id}`);
  await wakeDispatch(tx);
  return left.length;
}

/**
 * Counts people to whom these days were offered by name as offered in the current wave, so that no wave notifies them
 * again, and their answer counts. One day of a job has the job's waves. Does nothing for vacancies without waves.
 */
export async function countAsOffered(
  tx: Tx,
  { now }: Pick<NotifyContext, 'now'>,
  days: readonly number[],
  ids: readonly number[],
): Promise<void> {
  await tx.execute(sql`insert into offers
      (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at, seen_at)
    select p.vacancy_id, p.round, u.id, p.school_id, v.date,
      (select coalesce(max(o.wave), 1) from offers o where o.vacancy_id = p.vacancy_id and o.round = p.round), u.nth,
        '{asked_for}', ${now},
      ${openedAt(sql`p.vacancy_id`, sql`u.id`)}
    from dispatches p join vacancies v on v.id = p.vacancy_id
      cross join unnest(${ids}::bigint[]) with ordinality as u (id, nth)
    where p.vacancy_id = any(${days}::bigint[]) and coalesce(p.ended, '') not in ('closed', 'over')
    on conflict do nothing`);
}

/** Returns, in SQL, when a person who found a vacancy before their offer first opened it. */
export function openedAt(vacancyId: Sql, substituteId: Sql): Sql {
  return sql`(select h.at from vacancy_history h
      where h.vacancy_id = ${vacancyId} and h.substitute_id = ${substituteId} and h.kind = 'seen')`;
}

/** Undoes `countAsOffered` for offers that were never sent, and takes the next step of their vacancies again. */
export async function uncountOffers(
  tx: Tx,
  { now }: Pick<NotifyContext, 'now'>,
  days: readonly number[],
  { to, at }: { to: readonly number[]; at: Date },
): Promise<void> {
  const removed = await tx.execute(sql`delete from offers where vacancy_id = any(${days}::bigint[])
    and substitute_id = any(${to}::bigint[]) and sent_at = ${at} and reasons = '{asked_for}'`);
  if (removed === 0) return;
  // Waves that had ended because everyone was asked go on.
  await tx.execute(sql`update dispatches set due_at = ${now}, ended = null
    where vacancy_id = any(${days}::bigint[]) and (due_at is not null or ended = 'everyone_asked')`);
  await wakeDispatch(tx);
}

/**
 * Takes the next steps of a school's vacancies right after the commit, because its rule for offers has changed, or the
 * school is active again. Waves that stopped while it was inactive resume.
 */
export async function hastenDispatches(tx: Tx, schoolId: number, now: Date): Promise<void> {
  await tx.execute(sql`update dispatches set due_at = ${now}, ended = null where vacancy_id in (
      select p.vacancy_id from vacancies v join dispatches p on p.vacancy_id = v.id
      where v.school_id = ${schoolId} and v.status = 'open' and not v.covered_inside and v.deleted_at is null
        and v.ends_at > ${now}
        and (p.due_at > ${now} or p.ended = 'closed')
      order by p.vacancy_id for update of p)`);
  await wakeDispatch(tx);
}

/** The progress of a vacancy's waves. */
export type Dispatch = {
  round: number;
  exceptId: number | null;
  sendEmail: boolean;
  sendSms: boolean;
  isPaused: boolean;
  forEveryone: boolean;
};

/**
 * Returns the substitutes eligible for a vacancy and the other open days of its job, in the order of its waves. Without
 * facts, the order doesn't count, and is without prices.
 */
export async function candidatesFor(
  tx: Tx,
  row: VacancyRow,
  now: Date,
  facts: PricedFacts | null = null,
): Promise<RankedCandidate[]> {
  const ranked =
    facts === null
      ? await rankedCandidates(tx, row, now)
      : rankBy(facts, row, { spares: true, prices: facts.prices(row) });
  if (otherDaysOf(row, now).length === 0) return ranked;
  const ids = ranked.map(({ id }) => id);
  const eligible = new Set(await eligibleOnOtherDays(tx, row, ids, now));
  return ranked.filter(({ id }) => eligible.has(id));
}

/**
 * A job is offered by one of its days. When that day is no longer offered, and others are still open, the next of them
 * takes over, unless the school is inactive and offers none.
 */
export async function passOn(tx: Tx, { now }: Pick<NotifyContext, 'now'>, row: VacancyRow): Promise<void> {
  if (!row.schoolActive) return;
  const [next] = (row.jobDays ?? []).filter(
    ({ id, status, startsAt, coveredInside }) =>
      id !== row.id && status === 'open' && !coveredInside && startsAt > now.getTime(),
  );
  if (next === undefined) return;
  const [dispatch] = await tx.query<Way>(
    sql`select send_email as "sendEmail", send_sms as "sendSms" from dispatches where vacancy_id = ${row.id}
      and not exists (select from dispatches d where d.vacancy_id = ${next.id} and d.due_at is not null)`,
  );
  if (dispatch !== undefined) await startDispatch(tx, { now }, { id: next.id, schoolId: row.schoolId }, dispatch);
}

/**
 * Returns, in SQL, the people whom an offer of these vacancies didn't reach in the current round, and since when: it
 * was sent, but no channel delivered it, because the app alone doesn't reach a person in time.
 */
export function unreached(vacancyIds: readonly number[]): Sql {
  return sql`(select n.vacancy_id, n.recipient_id, max(d.next_attempt_at) filter (where d.status = 'failed') as at
      from notices n join dispatches r on r.vacancy_id = n.vacancy_id and n.created_at >= r.began_at
        join deliveries d on d.notice_id = n.id
      where n.vacancy_id = any(${vacancyIds}::bigint[]) and n.kind = 'vacancy_posted'
        group by n.vacancy_id, n.recipient_id
      having not bool_or(d.status in ('queued', 'sent', 'delivered')))`;
}

/** Returns the offers of the current round, by vacancy. An offer that reached no one has failed. */
export async function offersOf(tx: Tx, vacancyIds: readonly number[]): Promise<Map<number, SentOffer[]>> {
  const found = await tx.query<SentOffer & { vacancyId: number }>(sql`
      select o.vacancy_id as "vacancyId", o.substitute_id as "substituteId", o.wave, o.sent_at as at,
      case when o.answer = 'declined' then 'declined' when o.answer is null
        and b.at is not null then 'failed' end as answer,
      case when o.answer = 'declined' then o.answered_at when o.answer is null then b.at end as "answeredAt",
        o.reminded_at as "remindedAt"
    from offers o join dispatches p on p.vacancy_id = o.vacancy_id and p.round = o.round
    left join ${unreached(vacancyIds)} b on b.vacancy_id = o.vacancy_id and b.recipient_id = o.substitute_id
    where o.vacancy_id = any(${vacancyIds}::bigint[])`);
  return Map.groupBy(found, ({ vacancyId }) => vacancyId);
}
