import type { undoCoverAnswer as undoCall } from '#contract/cover.ts';
import { undoSeconds } from '#domain/undo.ts';
import { notFound, refusedAs } from '#server/core/refused.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { ownWhere } from '#server/features/cover/own.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/**
 * Undoes the caller's No within seconds: they are asked again, or cover the period again. The administrators aren't
 * notified. It isn't limited: each undo needs a No, and those are.
 *
 * @throws {Refused} not_found; undo_too_late if they were notified, or if the class, its period or the caller's day has
 *   changed since.
 */
export async function undoCoverAnswer(call: CallInTx<typeof undoCall>, tx: Tx): ReplyTo<typeof undoCall> {
  const { actor, params, now } = call;
  // Every command locks people before classes.
  await tx.query(sql`select from users where id = ${actor.id} for no key update`);
  const own = sql`c.id = ${params.id} and c.colleague_id = ${actor.id}`;
  await tx.query(sql`select id from vacancies
    where id = (select c.vacancy_id from covers c where ${own}) for no key update`);
  const [cover] = await tx.query(sql`select from covers c where ${own} for update`);
  if (cover === undefined) throw notFound('cover');
  if (!(await restore(tx, params.id, now))) throw refusedAs('undo_too_late');
  const [reply] = await ownWhere(tx, own, now);
  if (reply === undefined) throw notFound('cover');
  return reply;
}

/**
 * Restores the cover, unless the class was filled, requested or moved, someone else was asked for the period, or the colleague was
 * asked for another one or is out, or isn't booked anymore.
 */
async function restore(tx: Tx, id: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - undoSeconds.accepted * 1000);
  const restored =
    await tx.execute(sql`update covers c set state = case when c.answered_at < c.ended_at then 'accepted' else 'asked' end,
      answered_at = case when c.answered_at < c.ended_at then c.answered_at end, ended_at = null
    from vacancies v, cover_periods p
    where c.id = ${id} and v.id = c.vacancy_id and p.vacancy_id = c.vacancy_id and p.period = c.period
      and c.state = 'declined' and c.ended_at > ${since} and c.ends_at > ${now} and v.status = 'open' and v.deleted_at is null
      and (select count(*) from covers o where o.vacancy_id = c.vacancy_id and o.period = c.period and o.state in ('asked', 'accepted')) < p.parts
      and not exists (select from covers o where o.colleague_id = c.colleague_id and o.id <> c.id and o.asked_at >= c.ended_at)
      and (c.booking_id is null or exists (select from vacancies b where b.id = c.booking_id and b.status = 'filled' and b.deleted_at is null
        and b.substitute_id = c.colleague_id and tstzrange(b.starts_at, b.ends_at) @> tstzrange(c.starts_at, c.ends_at)))
      and not exists (select from vacancies w where w.teacher_id = c.colleague_id and w.deleted_at is null
        and w.date between c.date - 1 and c.date + 1 and tstzrange(w.starts_at, w.ends_at) && tstzrange(c.starts_at, c.ends_at))`);
  return restored > 0;
}
