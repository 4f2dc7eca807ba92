import type { undoDayChange as undoCall } from '#contract/day-change.ts';
import type { Closure } from '#domain/closure.ts';
import { can } from '#domain/permissions.ts';
import { notAllowed, refusedAs } from '#server/core/refused.ts';
import { audit } from '#server/db/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { whoWorksAt } from '#server/db/sql/substitutes.ts';
import { isAssignment } from '#server/db/sql/vacancies.ts';
import { unfollowBells } from '#server/features/cover/commands.ts';
import type { Before } from '#server/features/vacancies/day/change-day.ts';
import { lockVacancies } from '#server/features/vacancies/vacancy/store.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/** A vacancy that the change affected, as stored until people are notified. */
type HeldDay = { vacancyId: number; schoolId: number; date: string; actorId: number; before: Before };

/**
 * Undoes the caller's own change of a day as a whole: the classes are as they were, and no one is notified.
 *
 * @throws {Refused} undo_too_late if anyone was notified, or if anything has happened to one of the classes or to its
 * substitute since; not_allowed if another administrator changed the day.
 */
export async function undoDayChange(call: CallInTx<typeof undoCall>, tx: Tx): ReplyTo<typeof undoCall> {
  const { actor, body, now } = call;
  const { schoolId } = actor;
  if (schoolId === null || !can(actor, 'school.changeDay', { id: schoolId })) throw notAllowed();
  await tx.query(sql`select from schools where id = ${schoolId} for no key update`);
  const seen = await heldOf(tx, body.undo, schoolId);
  const [first] = seen;
  if (first === undefined) throw refusedAs('undo_too_late');
  if (first.actorId !== actor.id) throw notAllowed('Only the person who changed the day can undo it.');
  // Locks people before vacancies, as every command that books someone does.
  const ids = seen.map(({ vacancyId }) => vacancyId);
  await tx.query(sql`select from users where id in (select coalesce(substitute_id, requested_by_id) from vacancies
      where id = any(${ids}::bigint[]))
    order by id for no key update`);
  await lockVacancies(tx, ids);
  const taken = await takeBack(tx, body.undo);
  if (taken !== first.before.of || !(await isUnchanged(tx, seen)) || !(await areFree(tx, ids)))
    throw refusedAs('undo_too_late');
  await restore(tx, seen, now);
  const { closure, bells } = first.before;
  if (closure !== null) await reopenDay(tx, schoolId, closure);
  if (bells) await unfollowBells(tx, call, { schoolId, date: first.date, bells });
  await tx.execute(sql`insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id)
    select id, school_id, 'undone', ${now}, ${actor.id} from vacancies where id = any(${ids}::bigint[]) order by id`);
  await audit(tx, call, {
    act: 'school.undo_day',
    subject: ['school', schoolId],
    schoolId,
    detail: { date: first.date },
  });
}

/**
 * Returns the effects of the change, as long as people haven't been notified. For other schools, the change doesn't
 * exist.
 */
function heldOf(tx: Tx, undo: string, schoolId: number): Promise<HeldDay[]> {
  return tx.query<HeldDay>(sql`select h.vacancy_id as "vacancyId", v.school_id as "schoolId", v.date,
      h.actor_id as "actorId", h.before
    from held_answers h join vacancies v on v.id = h.vacancy_id
    where h.day_change = ${undo}::uuid and v.school_id = ${schoolId} order by h.vacancy_id`);
}

/** Deletes the notifications that wait. Returns how many vacancies still had them. */
function takeBack(tx: Tx, undo: string): Promise<number> {
  return tx.execute(sql`delete from held_answers where day_change = ${undo}::uuid`);
}

/** Returns whether nothing has happened to any of the vacancies since the change. */
async function isUnchanged(tx: Tx, held: readonly HeldDay[]): Promise<boolean> {
  const rows = await tx.query<{ cause: string }>(sql`
    select 'vacancy:' || vacancy_id || ':' || max(id) as cause from vacancy_history
    where vacancy_id = any(${held.map(({ vacancyId }) => vacancyId)}::bigint[])
      and kind not in ('seen', 'notified', 'offered_again', 'declined', 'undeclined') group by vacancy_id`);
  const last = new Set(rows.map(({ cause }) => cause));
  return held.every(({ before }) => last.has(before.cause));
}

/**
 * Returns whether each booked or requesting substitute of these vacancies still works at the school and hasn't been
 * booked elsewhere in the meantime.
 */
async function areFree(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const [found] = await tx.query<{ free: boolean }>(sql`select not exists (
      select from vacancies v where v.id = any(${ids}::bigint[])
        and coalesce(v.substitute_id, v.requested_by_id) is not null and (
        not exists (select from ${whoWorksAt(sql`v.school_id`)}
          and l.substitute_id = coalesce(v.substitute_id, v.requested_by_id))
        or exists (select from vacancies w
          where w.substitute_id = coalesce(v.substitute_id, v.requested_by_id) and ${isAssignment}
          and w.id <> all(${ids}::bigint[])
            and tstzrange(w.starts_at, w.ends_at) && tstzrange(v.starts_at, v.ends_at)))) as free`);
  return found?.free ?? false;
}

/** One statement moves all of them, so two classes of one substitute never overlap in between. */
async function restore(tx: Tx, held: readonly HeldDay[], now: Date): Promise<void> {
  await tx.execute(sql`update vacancies v
      set start_time = n.start_time, starts_at = n.starts_at, confirmed = n.confirmed,
      agreed_start = n.agreed_start, agreed_end = n.agreed_end, deleted_at = null, updated_at = ${now}
    from unnest(${held.map(({ vacancyId }) => vacancyId)}::bigint[],
      ${held.map(({ before }) => before.startTime)}::time[],
      ${held.map(({ before }) => before.startsAt)}::timestamptz[],
        ${held.map(({ before }) => before.confirmed)}::boolean[],
      ${held.map(({ before }) => before.agreedStart)}::time[],
        ${held.map(({ before }) => before.agreedEnd)}::time[]) as n
        (id, start_time, starts_at, confirmed, agreed_start, agreed_end)
    where v.id = n.id`);
  await tx.execute(sql`update vacancies v set request_message = n.message
    from unnest(${held.map(({ vacancyId }) => vacancyId)}::bigint[],
      ${held.map(({ before }) => before.requestMessage)}::text[]) as n (id, message)
    where v.id = n.id and n.message is not null`);
}

async function reopenDay(tx: Tx, schoolId: number, closure: Closure): Promise<void> {
  await tx.execute(sql`update schools set closures = (select coalesce(jsonb_agg(c order by n), '[]')
      from jsonb_array_elements(closures) with ordinality as e (c, n)
      where c <> ${JSON.stringify(closure)}::jsonb) where id = ${schoolId}`);
}
