import type { ReportedVacancy } from '#contract/reports.ts';
import type { ClassFacts } from '#domain/class.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import { TOP_ABSENCES } from '#domain/report.ts';
import { absenceReasons, type AbsenceReason, type VacancyStatus } from '#domain/vacancy.ts';
import { type Queryable, type Sql, sql } from '#server/db/database.ts';
import { coveredBy, isNoShow } from '#server/db/sql/vacancies.ts';
import type { Position } from '#server/http/paging.ts';

/** The dates that a report covers, inclusive. */
export type Span = { schoolId: number; from: string; to: string };

/** The number of vacancies by day, reason and status. Unconfirmed ones, no-shows and deleted ones are separate. */
export type Group = {
  date: string;
  /** Null for extra hands: no teacher is absent. */
  reason: AbsenceReason | null;
  status: VacancyStatus;
  isUnconfirmed: boolean;
  isNoShow: boolean;
  isDeleted: boolean;
  count: number;
};

/** Returns the vacancies of a span, counted by day, reason and status. */
export async function groupsOf(db: Queryable, { schoolId, from, to }: Span): Promise<Group[]> {
  return db.query<Group>(sql`select date, absence_reason as reason, status,
      (status = 'filled' and not confirmed) as "isUnconfirmed", (status = 'filled' and ${isNoShow}) as "isNoShow",
      deleted_at is not null as "isDeleted", count(*)::int as count
    from vacancies w where school_id = ${schoolId} and date between ${from} and ${to} group by 1, 2, 3, 4, 5, 6`);
}

/** A vacancy in the table of a report. */
export type ReportRow = ReportedVacancy & ClassFacts;

/**
 * Returns the vacancies of a span by date, start and id, after the position `after`, whose key is 'YYYY-MM-DD HH:mm'.
 */
export async function rowsOf(
  db: Queryable,
  { schoolId, from, to }: Span,
  after: Position | null,
  limit: number,
): Promise<ReportRow[]> {
  const behind =
    after === null
      ? { date: from, time: '00:00', id: 0 }
      : { date: after.key.slice(0, 10), time: after.key.slice(11), id: after.id };
  return db.query<ReportRow>(sql`select w.id, w.date, w.start_time as "startTime", w.end_time as "endTime",
      w.shift_type as "shiftType", w.teacher_id as "teacherId",
      t.full_name as "teacherName", w.absence_reason as "absenceReason", w.status,
        case when s.deleted_at is null then s.full_name else ${FORMER_SUBSTITUTE} end as "substituteName", w.confirmed,
        ${isNoShow} as "isNoShow", ${coveredBy(sql`w`)} as "coveredBy", w.grade, w.subject, w.room
    from vacancies w join users t on t.id = w.teacher_id left join users s on s.id = w.substitute_id
    where w.school_id = ${schoolId} and w.date between ${from} and ${to}
      and (w.date, w.start_time, w.id) > (${behind.date}::date, ${behind.time}::time, ${behind.id}::bigint)
      and w.deleted_at is null
    order by w.date, w.start_time, w.id limit ${limit}`);
}

/** A teacher absent in a month. `teachers` and `allDays` are totals over all of them. */
export type AbsentTeacher = {
  teacherId: number;
  name: string;
  days: number;
  hours: number;
  primaryReason: AbsenceReason;
  teachers: number;
  allDays: number;
};

/** The part of a date that its absences take, as `shareOf` in test/teacher-report.ts. */
export const daysMissed = sql`case when bool_or(shift_type = 'full_day') then 1 else 0.5 * count(distinct shift_type)
    end`;

/**
 * Returns the teachers with the most absence days, at most `limit`, by days and then by name. Among equal reasons, the
 * first in the usual order leads. A date counts as at most one day, and hours in two vacancies count once, as in
 * `teacherReport`. Several classes of one half day, as after a split, count as that half.
 */
export async function absentTeachers(
  db: Queryable,
  { schoolId, from, to }: Span,
  limit: number = TOP_ABSENCES,
): Promise<AbsentTeacher[]> {
  return db.query<AbsentTeacher>(sql`with absences as (
      select teacher_id, date, absence_reason as reason, shift_type, tsrange(date + start_time, date + end_time) as span
      from vacancies where school_id = ${schoolId} and date between ${from} and ${to} and deleted_at is null
        and absence_reason is not null
    ), shares as (
      select teacher_id, date, reason, ${daysMissed} as days from absences group by 1, 2, 3
    ), by_date as (
      select teacher_id, ${daysMissed} as days, range_agg(span) as spans from absences group by teacher_id, date
    ), by_teacher as (
      select teacher_id, sum(days)::float8 as days,
        sum((select sum(extract(epoch from upper(span) - lower(span))) from unnest(spans) as span))::float8 /
          3600 as hours
      from by_date group by 1
    ), by_reason as (
      select teacher_id, reason, sum(days) as days from shares group by 1, 2
    ), main_reason as (
      select teacher_id, (array_agg(reason
        order by days desc, array_position(${[...absenceReasons]}::text[], reason)))[1] as reason
      from by_reason group by 1
    )
    select b.teacher_id as "teacherId", u.full_name as name, b.days, b.hours, l.reason as "primaryReason",
      count(*) over ()::int as teachers, sum(b.days) over () as "allDays"
    from by_teacher b join main_reason l on l.teacher_id = b.teacher_id join users u on u.id = b.teacher_id
    order by b.days desc, lower(u.full_name), u.id limit ${limit}`);
}

/**
 * Returns the absence days of a span, and how many of them a substitute or colleagues cover. A no-show covers
 * nothing.
 */
export async function coverageOf(
  db: Queryable,
  { schoolId, from, to }: Span,
): Promise<{ absenceDays: number; coveredDays: number }> {
  const [row] = await db.query<{ absenceDays: number; coveredDays: number }>(sql`with absences as materialized (
      select w.teacher_id, w.date, w.shift_type, case w.status when 'filled' then not ${isNoShow} else w.covered_inside
        end as is_covered
      from vacancies w where w.school_id = ${schoolId} and w.date between ${from} and ${to} and w.deleted_at is null
        and w.absence_reason is not null
    )
    select (select coalesce(sum(days), 0)::float8
      from (select ${daysMissed} as days from absences group by teacher_id, date) d) as "absenceDays",
      (select coalesce(sum(days), 0)::float8
        from (select ${daysMissed} as days from absences where is_covered
        group by teacher_id, date) d) as "coveredDays"`);
  return row ?? { absenceDays: 0, coveredDays: 0 };
}

/**
 * Returns the number of a school's teachers: approved ones, and those who were absent in the span but are no longer
 * approved.
 */
export async function staffOf(db: Queryable, { schoolId, from, to }: Span): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from users u
      where u.school_id = ${schoolId} and u.role = 'teacher' and u.deleted_at is null
    and (u.is_approved or exists (select from vacancies v
      where v.teacher_id = u.id and v.date between ${from} and ${to} and v.school_id = ${schoolId}
      and v.deleted_at is null))`);
  return row?.count ?? 0;
}

/**
 * For a span of entire months, from the monthly tally: how many vacancies each had, and how many were filled. No-shows
 * don't count as filled.
 */
export async function monthsOf(
  db: Queryable,
  { schoolId, from, to }: Span,
): Promise<{ month: string; total: number; filled: number }[]> {
  return db.query(sql`select to_char(month, 'YYYY-MM') as month, open + pending + filled as total,
      filled - no_shows as filled
    from school_months where school_id = ${schoolId} and month between ${from} and ${to}`);
}

/**
 * Returns the vacancies of a span: each counts as one in `total`, and in `filled` unless its substitute didn't come. An
 * index has all of it but the no-shows, which are few and have an index of their own.
 */
export function fillsOf({ schoolId, from, to }: Span): Sql {
  return sql`(select date, created_at, 1 as total, (status = 'filled')::int as filled from vacancies
      where school_id = ${schoolId} and date between ${from} and ${to} and deleted_at is null
    union all select date, created_at, 0, -1 from vacancies
      where school_id = ${schoolId} and date between ${from} and ${to} and deleted_at is null and no_show) fills`;
}

/**
 * For a span: the number of vacancies by days posted ahead, and how many of them were filled, without no-shows. More
 * than three days are one group.
 */
export async function leadDaysOf(
  db: Queryable,
  { schoolId, from, to }: Span,
  timeZone: string,
): Promise<{ days: number; total: number; filled: number }[]> {
  return db.query(sql`select least(greatest(date - (created_at at time zone ${timeZone})::date, 0), 4) as days,
      sum(total)::int as total, sum(filled)::int as filled
    from ${fillsOf({ schoolId, from, to })} group by 1`);
}

/**
 * Returns the minutes from posting to the current fill of each vacancy of a span, from the history. A no-show filled
 * nothing; their index finds the few, so the others are read from an index alone.
 */
export function minutesToFill({ schoolId, from, to }: Span): Sql {
  return sql`(select extract(epoch from h.at - v.created_at) / 60 as minutes
    from vacancies v cross join lateral (select at from vacancy_history
      where school_id = ${schoolId} and vacancy_id = v.id and kind in ('approved', 'assigned') order by at desc
      limit 1) h
    where v.school_id = ${schoolId} and v.date between ${from} and ${to} and v.status = 'filled'
      and v.deleted_at is null
      and v.id not in (select id from vacancies
        where school_id = ${schoolId} and date between ${from} and ${to} and no_show)) fills`;
}

/** Returns the median minutes of a span from posting to the current fill. */
export async function medianMinutesToFill(db: Queryable, span: Span): Promise<number | null> {
  const [row] = await db.query<{ median: number | null }>(
    sql`select (percentile_cont(0.5) within group (order by minutes))::float8 as median from ${minutesToFill(span)}`,
  );
  return row?.median ?? null;
}
