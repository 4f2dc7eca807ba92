import { type Breakdown, idleDays, lateReleaseHours } from '#domain/breakdowns.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import { type Queryable, type Sql, sql } from '#server/db/database.ts';
import { whoWorksAt } from '#server/db/sql/substitutes.ts';
import { isNoShowAt } from '#server/db/sql/vacancies.ts';
import { daysMissed, type Span } from '#server/features/reports/queries.ts';

/** A row of a breakdown. `found` is the number of all rows. */
export type BreakdownRow = { key: string; values: (number | string | null)[]; name: string; found: number };

/** The days of a report at a school with its time zone, and the school's current date. */
export type Asked = Span & { timeZone: string; today: string };

/** Returns the rows of a breakdown, highest first, at most `limit`. The caller names weekdays and hours. */
export async function breakdownRows(
  db: Queryable,
  table: Breakdown,
  asked: Asked,
  limit: number,
): Promise<BreakdownRow[]> {
  return db.query<BreakdownRow>(
    sql`select key::text, name, to_jsonb(row) -> 'values' as values, count(*) over ()::int as found
        from (${statements[table](asked)}) row
      order by place, key limit ${limit}`,
  );
}

const statements: Record<Breakdown, (asked: Asked) => Sql> = {
  absence_weekdays: (asked) => sql`select d.weekday as key, '' as name, d.weekday as place,
      jsonb_build_array(d.days, round(100 * d.days / sum(d.days) over (), 1)) as values
    from (select extract(isodow from date)::int as weekday, sum(days) as days from (${absenceDates(asked)}) dates
      group by 1) d`,

  absence_reasons: (asked) =>
    sql`${shares} from (select key, key as name, sum(days) as days
        from (${absenceShares(asked, sql`v.absence_reason`)}) s group by 1) d`,

  absence_departments: (
    asked,
  ) => sql`${shares} from (select lower(coalesce(trim(u.department), '')) as key, min(trim(u.department)) as name,
      sum(d.days) as days
      from (${absenceDates(asked)}) d join users u on u.id = d.teacher_id group by 1) d`,

  absence_grades: (asked) =>
    sql`${shares} from (select key, key as name, sum(days) as days
        from (${absenceShares(asked, sql`coalesce(v.grade, '')`)}) s group by 1) d`,

  absence_subjects: (asked) => sql`${shares} from (select lower(key) as key, min(key) as name, sum(days) as days
      from (${absenceShares(asked, sql`coalesce(v.subject, '')`)}) s group by 1) d`,

  absence_teachers: (asked) => sql`
      select d.teacher_id as key, u.full_name as name,
        row_number() over (order by d.days desc, lower(u.full_name), u.id) as place,
      jsonb_build_array(d.days, d.dates, round(100.0 * d.edges / d.dates, 1)) as values
    from (select teacher_id, sum(days) as days, count(*) as dates, count(*)
      filter (where extract(isodow from date) in (1, 5)) as edges
      from (${absenceDates(asked)}) dates group by 1) d join users u on u.id = d.teacher_id`,

  cancellations: ({ schoolId, from, to, timeZone }) => sql`select d.substitute_id as key, ${nameOf} as name,
      row_number() over (order by d.late desc, d.every desc, lower(u.full_name), u.id) as place,
        jsonb_build_array(d.late, d.every) as values
    from (select h.substitute_id, count(*) as every, count(*)
      filter (where h.at > v.starts_at - ${`${lateReleaseHours} hours`}::interval) as late
      from vacancy_history h join vacancies v on v.id = h.vacancy_id
      where h.school_id = ${schoolId} and h.kind = 'released' and h.actor_id = h.substitute_id
        and h.at >= (${from}::date::timestamp at time zone ${timeZone})
          and h.at < ((${to}::date + 1)::timestamp at time zone ${timeZone})
      group by 1) d join users u on u.id = d.substitute_id`,

  no_shows: (asked) => sql`select d.substitute_id as key, ${nameOf} as name,
      row_number() over (order by d.missed desc, d.late desc, lower(u.full_name), u.id) as place,
        jsonb_build_array(d.missed, d.late, coalesce(c.classes, 0)) as values
    from (select a.substitute_id, count(*) filter (where a.state = 'no_show') as missed, count(*)
      filter (where a.state = 'late') as late
      from vacancies v join attendance a on a.vacancy_id = v.id
        where ${inDays(asked)} and a.state in ('no_show', 'late') group by 1) d
      join users u on u.id = d.substitute_id
        left join (select substitute_id, count(*) as classes from (${worked(asked)}) w
        group by 1) c on c.substitute_id = d.substitute_id`,

  uncovered_weekdays: (asked) => sql`
      select extract(isodow from date)::int as key, '' as name, extract(isodow from date)::int as place,
      jsonb_build_array(sum(to_minute - from_minute), count(*)) as values
    from (${uncovered(asked)}) u group by extract(isodow from date)`,

  uncovered_times: (asked) => sql`select h as key, '' as name, h as place,
      jsonb_build_array(sum(least(u.to_minute, h * 60 + 60) - greatest(u.from_minute, h * 60)), count(*)) as values
    from (${uncovered(asked)}) u cross join lateral generate_series(u.from_minute / 60, (u.to_minute - 1) / 60) h
      group by h`,

  uncovered_grades: (
    asked,
  ) => sql`${hours} from (select coalesce(grade, '') as key, grade as name, sum(to_minute - from_minute) as minutes,
      count(*) as classes
      from (${uncovered(asked)}) u group by 1, 2) d`,

  uncovered_subjects: (asked) => sql`${hours} from (select lower(coalesce(subject, '')) as key, min(subject) as name,
      sum(to_minute - from_minute) as minutes, count(*) as classes
      from (${uncovered(asked)}) u group by 1) d`,

  substitute_days: (asked) => sql`select d.substitute_id as key, ${nameOf} as name,
      row_number() over (order by d.days desc, lower(u.full_name), u.id) as place,
        jsonb_build_array(d.days, d.classes, s.schools, d.last) as values
    from (select substitute_id, sum(days) as days, sum(classes) as classes, max(date) as last
      from (select substitute_id, date, count(*) as classes, (${daysMissed})::numeric as days from (${worked(asked)}) w
        group by 1, 2) dates group by 1) d
      join users u on u.id = d.substitute_id cross join lateral (${schoolsOf(asked, sql`d.substitute_id`)}) s`,

  substitute_reliability: (asked) => sql`select d.substitute_id as key, ${nameOf} as name,
      row_number() over (order by d.kept::numeric / (d.kept + d.missed), d.missed desc, d.kept desc, lower(u.full_name),
        u.id) as place,
      jsonb_build_array(round(100.0 * d.kept / (d.kept + d.missed), 1), d.kept, d.missed) as values
    from (select substitute_id, sum(kept) as kept, sum(1 - kept) as missed from (
        select substitute_id, 1 as kept from (${worked(asked)}) w
        union all select a.substitute_id, 0 from vacancies v join attendance a on a.vacancy_id = v.id
          where ${inDays(asked)} and a.state = 'no_show'
        union all select h.substitute_id, 0 from vacancies v join vacancy_history h on h.vacancy_id = v.id
          where ${inDays(asked)}
          and h.kind = 'released' and h.actor_id = h.substitute_id
            and h.at > v.starts_at - ${`${lateReleaseHours} hours`}::interval) each group by 1) d
      join users u on u.id = d.substitute_id`,

  idle_substitutes: ({ schoolId, today }) => sql`select u.id as key, u.full_name as name,
      row_number() over (order by d.date nulls first, lower(u.full_name), u.id) as place, jsonb_build_array(d.date) as
        values
    from ${whoWorksAt(
      schoolId,
      sql`left join lateral (select v.date from vacancies v
        where v.substitute_id = u.id and v.school_id = ${schoolId} and v.status = 'filled' and v.deleted_at is null
        order by v.date desc limit 1) d on true`,
    )}
      and (d.date is null or d.date < ${today}::date - ${idleDays}::int)`,
};

/** Rows with their days and share, most days first. */
const shares = sql`select d.key, coalesce(d.name, '') as name, (-d.days * 10)::int as place,
    jsonb_build_array(d.days, round(100 * d.days / sum(d.days) over (), 1)) as values`;

/** Rows with their uncovered minutes and classes, most minutes first. */
const hours = sql`select d.key, coalesce(d.name, '') as name, -d.minutes as place,
    jsonb_build_array(d.minutes, d.classes) as values`;

const nameOf = sql`case when u.deleted_at is null then u.full_name else ${FORMER_SUBSTITUTE} end`;

function inDays({ schoolId, from, to }: Span): Sql {
  return sql`v.school_id = ${schoolId} and v.date between ${from} and ${to} and v.deleted_at is null`;
}

/** Extra hands have no reason: no teacher is absent. */
function isAbsence(asked: Span): Sql {
  return sql`${inDays(asked)} and v.absence_reason is not null`;
}

/** Each teacher's dates, with the part that they were absent. */
function absenceDates(asked: Span): Sql {
  return sql`select teacher_id, date, (${daysMissed})::numeric as days from vacancies v where ${isAbsence(asked)}
      group by 1, 2`;
}

/** Like `absenceDates`, for each value of a column: a date with two values counts for each of them. */
function absenceShares(asked: Span, key: Sql): Sql {
  return sql`select teacher_id, date, ${key} as key, (${daysMissed})::numeric as days from vacancies v
      where ${isAbsence(asked)} group by 1, 2, 3`;
}

/** Returns the classes that a substitute covered: booked, and not recorded as a no-show. */
function worked(asked: Span): Sql {
  return sql`select v.substitute_id, v.date, v.shift_type from vacancies v
      where ${inDays(asked)} and v.status = 'filled' and not ${isNoShowAt(sql`v`)}`;
}

/** Returns the number of schools, this one and others of its district, where a substitute was booked on these days. */
function schoolsOf({ schoolId, from, to }: Span, substitute: Sql): Sql {
  return sql`select count(distinct v.school_id) as schools from vacancies v join schools o on o.id = v.school_id
      join schools c on c.id = ${schoolId}
    where v.substitute_id = ${substitute} and v.date between ${from} and ${to} and v.status = 'filled'
      and v.deleted_at is null and (o.id = c.id or o.district_id = c.district_id)`;
}

/** Returns the classes that neither a substitute nor colleagues in every period covered, in minutes of the day. */
function uncovered(asked: Span): Sql {
  const minute = (time: Sql) => sql`(extract(epoch from ${time}) / 60)::int`;
  return sql`select v.date, v.grade, v.subject, ${minute(sql`v.start_time`)} as from_minute,
      ${minute(sql`v.end_time`)} as to_minute from vacancies v where ${inDays(asked)}
    and (v.status <> 'filled' and not v.covered_inside or ${isNoShowAt(sql`v`)})`;
}
