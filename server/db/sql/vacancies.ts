import { sql, type Sql } from '#server/db/database.ts';

/** Whether the vacancy `w` is an assignment: a substitute covers it, and it has not been deleted. */
export const isAssignment = sql`w.status = 'filled' and w.deleted_at is null`;

/** Whether the vacancy `w` is an assignment that was completed by this time. */
export function isCompleted(now: Date): Sql {
  return sql`${isAssignment} and w.ends_at <= ${now}`;
}

/** The completed assignments `w` of a substitute at a school. More conditions can be added. */
export function completedBy(substituteId: Sql, schoolId: Sql, now: Date): Sql {
  return sql`vacancies w where w.substitute_id = ${substituteId} and w.school_id = ${schoolId} and ${isCompleted(now)}`;
}
