import type { ReplyInput } from '#contract/endpoint.ts';
import type { answerOwnHours, listOwnHours } from '#contract/hours.ts';
import { hourTotals } from '#domain/hours.ts';
import { can } from '#domain/permissions.ts';
import { addDays, localDate } from '#domain/time.ts';
import { notAllowed, notFound, Refused } from '#server/core/refused.ts';
import { sql } from '#server/db/database.ts';
import { periodLocked } from '#server/features/hours/approve-hours.ts';
import { periodOfSchool, shown } from '#server/features/hours/list-hours.ts';
import { holdHours } from '#server/features/hours/settings.ts';
import { linesOf } from '#server/features/hours/view.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/** More schools than anyone works at in a month. */
const mostSchools = 40;

/** Returns a substitute's own worked days at every school, in its pay period. */
export async function ownHours(call: Call<typeof listOwnHours>): ReplyTo<typeof listOwnHours> {
  const { db, actor, now, query } = call;
  const today = localDate(now, currentSession(call).user.schools[0]?.timeZone ?? 'UTC');
  const around = query.date ?? today;
  const places = await db.query<{ schoolId: number; schoolName: string; zone: string }>(sql`
    select c.id as "schoolId", c.name as "schoolName", c.time_zone as zone
    from schools c where c.id in (select v.school_id from vacancies v
      where v.substitute_id = ${actor.id} and v.status = 'filled'
        and v.date between ${addDays(around, -45)} and ${addDays(around, 45)} and v.ends_at <= ${now}
      union select w.school_id from worked_days w
        where w.substitute_id = ${actor.id} and w.date between ${addDays(around, -45)} and ${addDays(around, 45)})
      and c.deletion_began_at is null
    order by lower(c.name), c.id limit ${mostSchools}`);
  const schools: ReplyInput<typeof listOwnHours>['schools'] = [];
  let [from, to] = [around, around];
  for (const { schoolId, schoolName, zone } of places) {
    const { pay, period } = await periodOfSchool(db, schoolId, around);
    const lines = await linesOf(db, { schoolId, zone, pay, period, substituteId: actor.id }, now);
    if (period.from < from) from = period.from;
    if (period.to > to) to = period.to;
    if (lines.length === 0) continue;
    schools.push({
      schoolId,
      schoolName,
      period: { from: period.from, to: period.to },
      isLocked: period.locked !== null,
      unit: period.locked?.unit ?? pay.settings.unit,
      hasMoney: period.locked?.hasMoney ?? pay.settings.regularCents !== null,
      takesAnswers: pay.version > 0 && period.locked === null,
      totals: hourTotals(lines),
      lines: lines.toSorted((a, b) => (`${a.date} ${a.start}` < `${b.date} ${b.start}` ? 1 : -1)).map(shown),
    });
  }
  return { previous: addDays(from, -1), next: to < today ? addDays(to, 1) : null, schools };
}

/** The substitute confirms the hours of a past assignment, or disputes them. */
export async function answerHours(call: Call<typeof answerOwnHours>): ReplyTo<typeof answerOwnHours> {
  const { actor, params, body, now } = call;
  const words = body.words ?? null;
  if (body.answer === 'disputed' && words === null)
    throw new Refused('reason_required', 'Say what is wrong.', { fields: { words: 'Say what is wrong.' } });
  return call.db.inTransaction(async (tx) => {
    const [found] = await tx.query<{ schoolId: number; substituteId: number; zone: string; date: string }>(sql`
      select v.school_id as "schoolId", v.substitute_id as "substituteId", c.time_zone as zone, v.date::text as date
      from vacancies v join schools c on c.id = v.school_id
        where v.id = ${params.id} and v.substitute_id = ${actor.id} and v.status = 'filled'`);
    if (found === undefined) throw notFound('assignment');
    if (!can(actor, 'hours.answer', { substituteId: found.substituteId })) throw notAllowed();
    await holdHours(tx, found.schoolId);
    const { pay, period } = await periodOfSchool(tx, found.schoolId, found.date);
    if (period.locked !== null) throw periodLocked();
    const lines = await linesOf(tx, { ...found, pay, period, substituteId: actor.id }, now);
    const line = lines.find(({ vacancyId }) => vacancyId === params.id);
    if (line === undefined) throw notFound('assignment');
    await tx.execute(sql`insert into worked_days as w
        (school_id, vacancy_id, substitute_id, date, answer, words, answered_at)
      values (${found.schoolId}, ${params.id}, ${actor.id}, ${line.date}, ${body.answer}, ${words}, ${now})
      on conflict (vacancy_id) do update set answer = excluded.answer, words = excluded.words,
        answered_at = excluded.answered_at, version = w.version + 1`);
  });
}
