import type { Queryable } from '#server/db/database.ts';
import {
  candidateFacts,
  type RankedFor,
  type SentTo,
  withOffers,
} from '#server/features/vacancies/candidates/candidate-facts.ts';
import { type PricedFacts, pricedFacts } from '#server/features/vacancies/dispatch/prices.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';

/** Facts about the substitutes of a school that were read for some of its vacancies at once. */
export type KnownFacts = {
  /** Returns the facts for this vacancy. Returns null if there are none, or if the vacancy has changed since. */
  about(db: Queryable, row: RankedFor): Promise<PricedFacts | null>;
  /**
   * Counts offers that were just sent. If their transaction is rolled back, they count until the next round reads the
   * facts.
   */
  count(sent: readonly SentTo[]): void;
  /** Reads the facts about these people again before the next plan, because some of them have changed. */
  forget(ids: readonly number[]): void;
};

/** Every vacancy is planned with its own facts. */
export const noFacts: KnownFacts = { about: async () => null, count: () => {}, forget: () => {} };

/** Reads the facts for these vacancies of one school. A single one is better read within its transaction. */
export async function knownFacts(db: Queryable, ids: readonly number[], now: Date): Promise<KnownFacts> {
  if (ids.length < 2) return noFacts;
  const rows = await vacanciesOf(db, ids, null, now);
  const [first, ...others] = rows.filter((row) => row.status === 'open' && row.deletedAt === null);
  if (first === undefined) return noFacts;
  const open = [first, ...others] as const;
  let facts = await pricedFacts(db, open, now);
  const changed = new Set<number>();
  return {
    about: async (tx, row) => {
      if (!facts.cover(row)) return null;
      if (changed.size > 0) {
        const { people } = await candidateFacts(tx, open, now, [...changed]);
        const kept = [...facts.people].filter(([id]) => !changed.has(id));
        facts = { ...facts, people: new Map([...kept, ...people]) };
        changed.clear();
      }
      return facts;
    },
    count: (sent) => {
      facts = withOffers(facts, sent);
    },
    forget: (some) => {
      for (const id of some) changed.add(id);
    },
  };
}
