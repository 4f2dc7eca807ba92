import type * as z from 'zod/mini';
import type { vacancy } from '#contract/vacancies.ts';
import type { Actor } from '#domain/permissions.ts';
import type { Queryable } from '#server/db/database.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { replyOf } from '#server/features/vacancies/vacancy/reply.ts';

/** Returns the vacancy after a transition, for the person who made it. */
export async function present(
  db: Queryable,
  id: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<z.input<typeof vacancy>> {
  const [row] = await vacanciesOf(db, [id], actor, now);
  if (row === undefined) throw new Error(`Vacancy ${id} vanished within one transaction.`);
  return replyOf(row, actor, now);
}
