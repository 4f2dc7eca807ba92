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

/** Keeps a text in place of the one before. False where it says what stood there: its date then stays. */
export async function keepLegalText(
  tx: Tx,
  kind: LegalKind,
  schoolId: number | null,
  body: string,
  now: Date,
): Promise<boolean> {
  const written =
    await tx.execute(sql`insert into legal_texts (kind, school_id, body, changed_at) values (${kind}, ${schoolId}, ${body}, ${now})
    on conflict (school_id, kind) do update set body = excluded.body, changed_at = excluded.changed_at where legal_texts.body <> excluded.body`);
  return written === 1;
}

/** Takes a text away. False where there is none. */
export async function forgetLegalText(tx: Tx, kind: LegalKind, schoolId: number | null): Promise<boolean> {
  return (
    (await tx.execute(
      sql`delete from legal_texts where kind = ${kind} and school_id is not distinct from ${schoolId}::bigint`,
    )) === 1
  );
}
