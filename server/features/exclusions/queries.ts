import type { ReplyInput } from '#contract/endpoint.ts';
import type { listExclusions } from '#contract/exclusions.ts';
import { mostExclusions } from '#domain/exclusion.ts';
import type { Actor } from '#domain/permissions.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { openExclusions } from '#server/db/sql/exclusions.ts';

export type Exclusion = ReplyInput<typeof listExclusions>[number];

/** Returns a substitute's exclusions at the reader's school, pending requests first. Teachers see only their own. */
export function exclusionsOf(
  db: Queryable,
  { id, role, schoolId }: Actor,
  substituteId: number,
  now: Date,
): Promise<Exclusion[]> {
  return db.query<Exclusion>(sql`select x.id, t.full_name as "teacherName", x.reason, x.ends_on as "endsOn",
      to_char(x.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "askedAt",
        x.approved_at is null as "isPending"
    from (select x.* from ${openExclusions(now)} and x.substitute_id = ${substituteId} and x.school_id = ${schoolId}
        and (${role === 'school_admin'} or x.teacher_id = ${id})) x left join users t on t.id = x.teacher_id
    order by x.approved_at is not null, x.teacher_id is not null, x.id limit ${mostExclusions}`);
}
