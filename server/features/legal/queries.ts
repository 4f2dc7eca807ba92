import { type LegalKind, standardLegal } from '#domain/legal.ts';
import { type Queryable, sql } from '#server/db/database.ts';

/** A custom text. The date it changed on is the school's local date, or for the platform, UTC's. */
export type LegalText = { schoolId: number | null; body: string; changedOn: string; version: number };

/** Returns the text that applies at this school, or with null on the platform. Returns null if no one wrote one. */
export async function legalTextFor(db: Queryable, kind: LegalKind, schoolId: number | null): Promise<LegalText | null> {
  const [row] = await db.query<LegalText>(sql`select t.school_id as "schoolId", t.body,
        to_char(t.changed_at at time zone coalesce(c.time_zone, 'UTC'), 'YYYY-MM-DD') as "changedOn", t.version
    from legal_texts t left join schools c on c.id = t.school_id
    where t.kind = ${kind} and (t.school_id is null or t.school_id = ${schoolId}::bigint)
      order by t.school_id nulls last limit 1`);
  return row ?? null;
}

/** The version of a text that doesn't exist yet. */
export const noText = 1;

/**
 * Returns the text that applies at this school, or with null on the platform: the school's, the platform's, or the
 * product's.
 */
export async function textThatApplies(db: Queryable, kind: LegalKind, schoolId: number | null): Promise<string> {
  return (await legalTextFor(db, kind, schoolId))?.body ?? standardLegal[kind];
}

/** The previous text of a page that was replaced or removed; `body` is null if there was none. */
export type Replaced = { body: string | null };
