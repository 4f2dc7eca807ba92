import { sql, type Sql } from '#server/db/database.ts';

/** Returns whether the person `u` is a favorite of a vacancy's teacher, and of its school: two columns. */
export function isFavoriteOf({ schoolId, teacherId }: { schoolId: number; teacherId: number }): Sql {
  const by = (teacher: Sql) =>
    sql`exists (select from favorites f where f.school_id = ${schoolId} and f.teacher_id ${teacher}
        and f.substitute_id = u.id)`;
  return sql`${by(sql`= ${teacherId}`)} as "isTeachersFavorite", ${by(sql`is null`)} as "isSchoolsFavorite"`;
}
