import { type Sql, sql } from '#server/db/database.ts';

/** A school and its current date. */
export type SchoolToday = { schoolId: number; today: string };

// Each is a scalar subquery, so all badges of a person are one statement.

/** Returns a person's unread notifications. */
export function unreadNotices(userId: number): Sql {
  return sql`(select count(*)::int from notices where recipient_id = ${userId} and read_at is null and in_app)`;
}

/** Returns a teacher's own vacancies that are open or requested, dated today or later. */
export function ownUnfilled(teacherId: number, today: string): Sql {
  return sql`(select count(*)::int from vacancies
    where teacher_id = ${teacherId} and date >= ${today} and status in ('open', 'pending_approval')
      and deleted_at is null)`;
}

/** Open vacancies of a school, dated today or later. */
export function openAtSchool({ schoolId, today }: SchoolToday): Sql {
  return sql`(select count(*)::int from vacancies
    where school_id = ${schoolId} and date >= ${today} and status = 'open' and deleted_at is null)`;
}

/** Open vacancies at these schools, dated today or later by each school's date, that the substitute hasn't declined. */
export function openFor(substituteId: number, schools: readonly SchoolToday[]): Sql {
  // The subselects keep the plan, as in `anyOf`.
  return sql`(select count(*)::int
    from unnest((select ${schools.map(({ schoolId }) => schoolId)}::bigint[]),
      (select ${schools.map(({ today }) => today)}::date[])) as mine (school_id, today)
    join vacancies v on v.school_id = mine.school_id and v.date >= mine.today and v.status = 'open'
      and not v.covered_inside and v.deleted_at is null
    where not exists (select from vacancy_declines d where d.substitute_id = ${substituteId} and d.vacancy_id = v.id))`;
}
