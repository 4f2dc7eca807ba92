import type { getOwnYear } from '#contract/own-year.ts';
import { defaultTimeZone } from '#domain/school.ts';
import { localDate } from '#domain/time.ts';
import { limitSpans } from '#domain/work-limits.ts';
import { type Queryable, type Sql, sql } from '#server/db/database.ts';
import { isCompleted } from '#server/db/sql/vacancies.ts';
import { daysMissed } from '#server/features/reports/queries.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

type Year = { days: number; parts: { name: string; days: number }[] };

/** Returns the caller's school year so far: a teacher's absences, or a substitute's days. */
export async function ownYear(call: Call<typeof getOwnYear>): ReplyTo<typeof getOwnYear> {
  const { actor, db, now } = call;
  const to = localDate(now, currentSession(call).user.schools[0]?.timeZone ?? defaultTimeZone);
  const { from } = limitSpans(to).year;
  const span = sql`w.date between ${from} and ${to} and w.deleted_at is null`;
  const year =
    actor.role === 'teacher'
      ? await yearOf(db, sql`w.absence_reason`, sql`w.teacher_id = ${actor.id} and ${span}`)
      : await yearOf(
          db,
          sql`(select name from schools where id = w.school_id)`,
          sql`w.substitute_id = ${actor.id} and ${span} and ${isCompleted(now)}`,
        );
  return { from, to, ...year };
}

/** Returns the number of days of these classes, in total and by one of their facts. */
async function yearOf(db: Queryable, part: Sql, which: Sql): Promise<Year> {
  const [row] = await db.query<Year>(sql`with classes as materialized (
      select w.date, w.shift_type, ${part} as name from vacancies w where ${which}
    )
    select (select coalesce(sum(days), 0)::float8
      from (select ${daysMissed} as days from classes group by date) d) as days,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'days', days) order by days desc, name), '[]')
        from (select name, sum(days)::float8 as days
          from (select name, date, ${daysMissed} as days from classes group by 1, 2) d group by 1) p) as parts`);
  return row ?? { days: 0, parts: [] };
}
