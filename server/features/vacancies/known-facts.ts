import type { Queryable } from '#server/db/database.ts';
import { type CandidateFacts, candidateFacts, type RankedFor } from '#server/features/vacancies/candidate-facts.ts';
import { vacanciesOf } from '#server/features/vacancies/queries.ts';

/** Facts about the substitutes of a school that were read for some of its vacancies at once. */
export type KnownFacts = {
  /** Those for this vacancy. Returns null if there are none, or if the vacancy has changed since. */
  about(db: Queryable, row: RankedFor): Promise<CandidateFacts | null>;
  /** Reads the facts about these people again before the next vacancy, because they have just been sent an offer. */
  forget(ids: readonly number[]): void;
};

/** Every vacancy is planned with facts of its own. */
export const noFacts: KnownFacts = { about: async () => null, forget: () => {} };

/** Reads the facts for these vacancies of one school. A single one is better read within its transaction. */
export async function knownFacts(db: Queryable, ids: readonly number[], now: Date): Promise<KnownFacts> {
  if (ids.length < 2) return noFacts;
  const rows = await vacanciesOf(db, ids, null, now);
  const [first, ...others] = rows.filter((row) => row.status === 'open' && row.deletedAt === null);
  if (first === undefined) return noFacts;
  const open = [first, ...others] as const;
  let facts = await candidateFacts(db, open, now);
  const changed = new Set<number>();
  return {
    about: async (tx, row) => {
      if (!facts.cover(row)) return null;
      if (changed.size > 0) {
        const { people } = await candidateFacts(tx, open, now, [...changed]);
        facts = { ...facts, people: new Map([...facts.people, ...people]) };
        changed.clear();
      }
      return facts;
    },
    forget: (some) => {
      for (const id of some) changed.add(id);
    },
  };
}
