import type { LegalKind } from '#domain/legal.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { noText, type Replaced, textThatApplies } from '#server/features/legal/queries.ts';
import { Refused } from '#server/core/refused.ts';
import { conflict } from '#server/http/conflict.ts';

/**
 * Saves a text. Returns null and keeps the old date if the text is unchanged.
 *
 * @throws {Refused} conflict if someone else wrote or removed the text after `version` was read.
 */
export async function keepLegalText(
  tx: Tx,
  schoolId: number | null,
  { kind, text, version }: { kind: LegalKind; text: string; version?: number | undefined },
  now: Date,
): Promise<Replaced | null> {
  const isOne = sql`kind = ${kind} and school_id is not distinct from ${schoolId}::bigint`;
  const [before] = await tx.query<{ body: string; version: number }>(sql`select body, version from legal_texts
    where ${isOne} for update`);
  if (before?.body === text) return null;
  const current = before?.version ?? noText;
  if (version !== undefined && version !== current)
    throw conflict(['text'], { version: current, text: await textThatApplies(tx, kind, schoolId) });
  if (before !== undefined) {
    await tx.execute(sql`update legal_texts set body = ${text}, changed_at = ${now}, version = nextval('legal_versions')
      where ${isOne}`);
    return before;
  }
  const made = await tx.execute(sql`insert into legal_texts (kind, school_id, body, changed_at)
        values (${kind}, ${schoolId}, ${text}, ${now})
    on conflict (school_id, kind) do nothing`);
  // Another transaction has just inserted the first text: replace that one.
  return made === 1 ? { body: null } : keepLegalText(tx, schoolId, { kind, text, version }, now);
}

/**
 * Removes a text. Returns null if there is none.
 *
 * @throws {Refused} conflict if someone else wrote the text after `version` was read.
 */
export async function forgetLegalText(
  tx: Tx,
  schoolId: number | null,
  { kind, version }: { kind: LegalKind; version?: number | undefined },
): Promise<Replaced | null> {
  const isOne = sql`kind = ${kind} and school_id is not distinct from ${schoolId}::bigint`;
  const [before] = await tx.query<{ body: string; version: number }>(sql`select body, version from legal_texts
    where ${isOne} for update`);
  if (before === undefined) return null;
  if (version !== undefined && version !== before.version)
    throw new Refused('conflict', 'Someone changed this text after you opened it. Read it before you delete it.');
  await tx.execute(sql`delete from legal_texts where ${isOne}`);
  return before;
}
