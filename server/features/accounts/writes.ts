import { type Queryable, sql } from '#server/db/database.ts';

/** Selects a school for a substitute: an application until the school decides. */
export async function selectSchool(db: Queryable, substituteId: number, schoolId: number, now: Date): Promise<void> {
  await db.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at) values (${substituteId}, ${schoolId}, ${now})
    on conflict (substitute_id, school_id) do update set is_selected = true,
      selected_at = case when substitute_schools.is_selected then substitute_schools.selected_at else ${now} end`);
}
