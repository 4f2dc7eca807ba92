import type { getOwnYear } from '#contract/own-year.ts';
import { defaultTimeZone } from '#domain/school.ts';
import { localDate } from '#domain/time.ts';
import { limitSpans } from '#domain/work-limits.ts';
import { type Queryable, type Sql, sql } from '#server/db/database.ts';
import { daysMissed } from '#server/features/reports/queries.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

type Year = { days: number; parts: { name: string; days: number }[] };

/** Returns the caller's school year so far: a teacher's absences, or a substitute's days. */
export async function ownYear(call: Call<typeof getOwnYear>): ReplyTo<typeof getOwnYear> {
  const { actor, db, now } = call;
  const to = localDate(now, currentSession(call).user.schools[0]?.timeZone ?? defaultTimeZone);
  const { from } = limitSpans(to).year;
  const span = sql`v.date between ${from} and ${to} and v.deleted_at is null`;
  const year =
    actor.role === 'teacher'
      ? await yearOf(db, sql`v.absence_reason`, sql`v.teacher_id = ${actor.id} and ${span}`)
      : await yearOf(
          db,
          sql`(select name from schools where id = v.school_id)`,
          sql`v.substitute_id = ${actor.id} and v.status = 'filled' and v.ends_at <= ${now} and ${span}
            and not exists (select from attendance a
              where a.vacancy_id = v.id and a.substitute_id = v.substitute_id and a.state = 'no_show')`,
        );
  return { from, to, ...year };
}

/** Returns the number of days of these classes, in total and by one of their facts. */
async function yearOf(db: Queryable, part: Sql, which: Sql): Promise<Year> {
  const [row] = await db.query<Year>(sql`with classes as materialized (
      select v.date, v.shift_type, ${part} as name from vacancies v where ${which}
    )
    select (select coalesce(sum(days), 0)::float8
      from (select ${daysMissed} as days from classes group by date) d) as days,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'days', days) order by days desc, name), '[]')
        from (select name, sum(days)::float8 as days
          from (select name, date, ${daysMissed} as days from classes group by 1, 2) d group by 1) p) as parts`);
  return row ?? { days: 0, parts: [] };
}
