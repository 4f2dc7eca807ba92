import { countsSince } from '#domain/attendance.ts';
import { sql, type Sql } from '#server/db/database.ts';

/** Returns the no-shows of the person `u` at a school that still count. More conditions can be added. */
function countedNoShows({ schoolId }: { schoolId: number }, now: Date): Sql {
  return sql`attendance n join vacancies w on w.id = n.vacancy_id
    where n.substitute_id = u.id and n.school_id = ${schoolId} and n.state = 'no_show' and w.deleted_at is null
      and w.date >= ${countsSince(now)}`;
}

/**
 * Returns the date of the latest no-show of the person `u` at a school that still counts, as a scalar subquery. With
 * `teacherId`, only classes of that teacher count. Returns null if there is none.
 */
export function latestNoShow(school: { schoolId: number }, now: Date, teacherId: number | null = null): Sql {
  const ofTeacher = teacherId === null ? sql`` : sql`and w.teacher_id = ${teacherId}`;
  return sql`(select max(w.date) from ${countedNoShows(school, now)} ${ofTeacher})`;
}

/**
 * The teachers among these at whose classes the person `u` had a no-show that still counts, or null. It is a scalar
 * subquery.
 */
export function noShows(school: { schoolId: number }, now: Date, teacherIds: readonly number[]): Sql {
  return sql`(select array_agg(w.teacher_id)
      from ${countedNoShows(school, now)} and w.teacher_id = any(${teacherIds}::bigint[]))`;
}
