import type { explainDecline as explainCall } from '#contract/declines.ts';
import type { DeclineReason } from '#domain/decline.ts';
import { can } from '#domain/permissions.ts';
import { notAllowed, Refused, refusedAs } from '#server/core/refused.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { type DateBefore, markUnavailable, unmarkUnavailable } from '#server/features/availability/commands.ts';
import { lockedVacancy } from '#server/features/vacancies/vacancy/store.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** How often a person may explain one decline in a day. */
const explanations = { most: 20, windowSeconds: 86_400 };

type ExplainCall = Pick<Call<typeof explainCall>, 'db' | 'actor' | 'now' | 'params'> & {
  body: { reason: DeclineReason | null };
};
type Declined = { reason: DeclineReason | null; replaced: DateBefore | null };

/** Saves why the caller declined a vacancy that isn't over, even if someone else has taken it since. */
export async function explainDecline(call: ExplainCall): ReplyTo<typeof explainCall> {
  const { actor, now, body } = call;
  return call.db.inTransaction(async (tx) => {
    const row = await lockedVacancy(tx, call.params.id, call);
    if (!can(actor, 'vacancy.decline', row)) throw notAllowed();
    if (row.endsAt <= now) throw refusedAs('vacancy_over');
    const declined = await declineOf(tx, actor.id, row.id);
    if (declined === null) throw new Refused('not_declined', "You haven't declined this vacancy.");
    if (declined.reason === body.reason)
      return { reason: body.reason, markedDate: declined.replaced === null ? null : row.date };
    await countAttempt(tx, { key: `explain:${actor.id}:${row.id}`, ...explanations }, now);
    await restoreDate(tx, actor.id, row, declined);
    const replaced = body.reason === 'not_that_day' ? await markUnavailable(tx, actor.id, row.date) : null;
    await tx.execute(sql`update vacancy_declines set reason = ${body.reason}, replaced_date = ${replaced}
      where substitute_id = ${actor.id} and vacancy_id = ${row.id}`);
    return { reason: body.reason, markedDate: replaced === null ? null : row.date };
  });
}

/** This substitute's reason for declining a vacancy. Returns null if they gave none. */
export async function declineReasonOf(
  db: Queryable,
  substituteId: number,
  vacancyId: number,
): Promise<DeclineReason | null> {
  const [row] = await db.query<{ reason: DeclineReason | null }>(sql`select reason from vacancy_declines
    where substitute_id = ${substituteId} and vacancy_id = ${vacancyId}`);
  return row?.reason ?? null;
}

async function declineOf(tx: Tx, substituteId: number, vacancyId: number): Promise<Declined | null> {
  return tx.first<Declined>(sql`select reason, replaced_date as replaced from vacancy_declines
    where substitute_id = ${substituteId} and vacancy_id = ${vacancyId} for update`);
}

async function restoreDate(tx: Tx, substituteId: number, { date }: VacancyRow, { replaced }: Declined): Promise<void> {
  if (replaced !== null) await unmarkUnavailable(tx, substituteId, date, replaced);
}

/**
 * Undoes a decline, and restores the date that it had marked as unavailable. Returns whether there was one. Their offer
 * has no answer again, or the yes of a request that was just written.
 */
export async function undoDecline(tx: Tx, substituteId: number, row: VacancyRow): Promise<boolean> {
  const [declined] = await tx.query<Declined>(sql`delete from vacancy_declines
    where substitute_id = ${substituteId} and vacancy_id = ${row.id} returning reason, replaced_date as replaced`);
  if (declined === undefined) return false;
  await tx.execute(sql`update offers o set answer = case when a.is_yes then 'yes' end,
      answered_at = case when a.is_yes then a.updated_at end
    from (select updated_at, status <> 'open' and ${substituteId} in (requested_by_id, substitute_id) as is_yes
      from vacancies where id = ${row.id}) a
    where o.vacancy_id = ${row.id} and o.substitute_id = ${substituteId} and o.answer = 'declined'`);
  await restoreDate(tx, substituteId, row, declined);
  return true;
}
