import { sql, type Sql } from '#server/db/database.ts';
import { todayAt } from '#server/db/sql/schools.ts';

/** Returns whether the exclusion `x` hasn't ended yet, by the clock of its school `e`. */
const hasNotEnded = (now: Date) => sql`(x.ends_on is null or x.ends_on >= ${todayAt(sql`e`, now)})`;

/** Exclusions `x` of schools `e` that haven't ended. More conditions can be added. */
export function openExclusions(now: Date): Sql {
  return sql`exclusions x join schools e on e.id = x.school_id where ${hasNotEnded(now)}`;
}

/**
 * Returns the exclusion that keeps a substitute from a teacher's vacancies now: 'school' or 'teacher'. Returns null if
 * there is none. It is a scalar. A null `teacherId` checks the school alone.
 */
export function exclusionOf(
  substituteId: Sql,
  { schoolId, teacherId }: { schoolId: Sql; teacherId: Sql },
  now: Date,
): Sql {
  return sql`(select case when bool_or(x.teacher_id is null) then 'school' when count(*) > 0 then 'teacher' end
      from ${openExclusions(now)}
    and x.substitute_id = ${substituteId} and x.school_id = ${schoolId} and x.approved_at is not null
    and (x.teacher_id is null or x.teacher_id = ${teacherId}::bigint))`;
}

/** Returns whether the person `u` is excluded from a vacancy: a column. */
export function isExcludedFrom(
  { schoolId, teacherId }: { schoolId: number; teacherId: number | null },
  now: Date,
): Sql {
  const exclusion = exclusionOf(sql`u.id`, { schoolId: sql`${schoolId}`, teacherId: sql`${teacherId}` }, now);
  return sql`${exclusion} is not null as "isExcluded"`;
}
