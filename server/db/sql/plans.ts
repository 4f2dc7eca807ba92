import { sql, type Sql } from '#server/db/database.ts';
import { endsAfter } from '#server/db/sql/vacancies.ts';

/**
 * Marks those of these files that belong to the teacher as used now, and returns their ids. From then on, retention
 * leaves them alone. They are locked in id order, so no two transactions deadlock.
 */
export function markingUsed(ids: readonly string[], teacherId: number, now: Date): Sql {
  return sql`with own as (
      select id from plan_files where id = any(${ids}::uuid[]) and teacher_id = ${teacherId}
        order by id for no key update)
    update plan_files f set used_at = greatest(f.used_at, ${now}::timestamptz) from own where f.id = own.id
      returning f.id`;
}

/** Returns whether a class that isn't over, or ended after `since`, or the emergency plan still needs the file `f`. */
export function isNeeded(since: Date): Sql {
  return sql`(exists (select from emergency_plans p where p.teacher_id = f.teacher_id and f.id = any(p.file_ids))
      or exists (select from vacancies v where v.teacher_id = f.teacher_id and v.deleted_at is null
    and ${endsAfter(since)}
      and f.id = any(v.plan_file_ids)))`;
}
