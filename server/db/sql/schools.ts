import { type Queryable, sql, type Sql } from '#server/db/database.ts';

/** Returns the address of the logo or banner of school `c`, or null. It changes with the picture. */
export function schoolImageUrl(kind: 'logo' | 'banner'): Sql {
  return kind === 'logo'
    ? sql`(select '/api/schools/' || c.id || '/logo?v=' || i.id from school_images i
        where i.school_id = c.id and i.kind = 'logo')`
    : sql`(select '/api/schools/' || c.id || '/banner?v=' || i.id from school_images i
        where i.school_id = c.id and i.kind = 'banner')`;
}

/** Returns a school's logo or banner. */
export async function imageOf(
  db: Queryable,
  schoolId: number,
  kind: 'logo' | 'banner',
): Promise<{ id: string; contentType: string; bytes: Buffer } | null> {
  return db.first<{ id: string; contentType: string; bytes: Buffer }>(
    sql`select id, content_type as "contentType", bytes from school_images
        where school_id = ${schoolId} and kind = ${kind}`,
  );
}

/** Returns the current date at a school. */
export function todayAt(school: Sql, now: Date): Sql {
  return sql`(${now}::timestamptz at time zone ${school}.time_zone)::date`;
}
