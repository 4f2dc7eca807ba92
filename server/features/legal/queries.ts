import type { LegalKind } from '#domain/legal.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';

/** A text that somebody wrote; whose date it changed on is the school's own, the platform's is that of UTC. */
export type LegalText = { schoolId: number | null; body: string; changedOn: string };

/** The text that holds at this school, or with null on the platform; null where nobody wrote one. */
export async function legalTextFor(db: Queryable, kind: LegalKind, schoolId: number | null): Promise<LegalText | null> {
  const [row] =
    await db.query<LegalText>(sql`select t.school_id as "schoolId", t.body, to_char(t.changed_at at time zone coalesce(c.time_zone, 'UTC'), 'YYYY-MM-DD') as "changedOn"
    from legal_texts t left join schools c on c.id = t.school_id
    where t.kind = ${kind} and (t.school_id is null or t.school_id = ${schoolId}::bigint) order by t.school_id nulls last limit 1`);
  return row ?? null;
}

/** The school of this id, if it is active. */
export async function activeSchool(db: Queryable, id: number): Promise<{ id: number; name: string } | null> {
  const [row] = await db.query<{ id: number; name: string }>(
    sql`select id, name from schools where id = ${id} and is_active`,
  );
  return row ?? null;
}

/** What a text said before it was replaced or taken away; `body` is null where there was none. */
type Replaced = { body: string | null };

/** Keeps a text in place of the one before. Null where it says what stood there: its date then stays. */
export async function keepLegalText(
  tx: Tx,
  kind: LegalKind,
  schoolId: number | null,
  body: string,
  now: Date,
): Promise<Replaced | null> {
  const isOne = sql`kind = ${kind} and school_id is not distinct from ${schoolId}::bigint`;
  const [before] = await tx.query<{ body: string }>(sql`select body from legal_texts where ${isOne} for update`);
  if (before === undefined) {
    const made =
      await tx.execute(sql`insert into legal_texts (kind, school_id, body, changed_at) values (${kind}, ${schoolId}, ${body}, ${now})
      on conflict (school_id, kind) do nothing`);
    // Somebody else has just written the first one: theirs is replaced.
    return made === 1 ? { body: null } : keepLegalText(tx, kind, schoolId, body, now);
  }
  if (before.body === body) return null;
  await tx.execute(sql`update legal_texts set body = ${body}, changed_at = ${now} where ${isOne}`);
  return before;
}

/** Takes a text away. Null where there is none. */
export async function forgetLegalText(tx: Tx, kind: LegalKind, schoolId: number | null): Promise<Replaced | null> {
  const [before] = await tx.query<{ body: string }>(
    sql`delete from legal_texts where kind = ${kind} and school_id is not distinct from ${schoolId}::bigint returning body`,
  );
  return before ?? null;
}
