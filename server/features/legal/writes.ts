import type { LegalKind } from '#domain/legal.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { type Replaced } from '#server/features/legal/queries.ts';

/** Saves a text. Returns null and keeps the old date if the text is unchanged. */
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
    // Another transaction has just inserted the first text: replace that one.
    return made === 1 ? { body: null } : keepLegalText(tx, kind, schoolId, body, now);
  }
  if (before.body === body) return null;
  await tx.execute(sql`update legal_texts set body = ${body}, changed_at = ${now} where ${isOne}`);
  return before;
}

/** Removes a text. Returns null if there is none. */
export async function forgetLegalText(tx: Tx, kind: LegalKind, schoolId: number | null): Promise<Replaced | null> {
  const [before] = await tx.query<{ body: string }>(
    sql`delete from legal_texts where kind = ${kind} and school_id is not distinct from ${schoolId}::bigint returning body`,
  );
  return before ?? null;
}
