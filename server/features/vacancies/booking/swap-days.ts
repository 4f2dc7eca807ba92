import type { getSwapDays as swapDaysCall } from '#contract/vacancy-swap.ts';
import { otherDayNotSwapped, sharedDays } from '#domain/job-days.ts';
import { can } from '#domain/permissions.ts';
import { found, notAllowed, Refused, wrongField } from '#server/core/refused.ts';
import type { Queryable } from '#server/db/database.ts';
import { seeableVacancy, vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** The two classes of a swap, or one fact about each class. */
export type Both<T> = readonly [T, T];
type Reader = Pick<Call, 'actor' | 'now'>;

/** Returns the dates on which the substitutes of two classes can be swapped together. */
export async function getSwapDays(call: Call<typeof swapDaysCall>): ReplyTo<typeof swapDaysCall> {
  const pair = await seenPair(call.db, call, [call.params.id, call.query.with]);
  return { dates: sharedOf(pair, call.now).map(([{ date }]) => date) };
}

/**
 * Returns two classes that an administrator may swap.
 *
 * @throws {Refused} not_found, not_allowed, bad_input if they aren't two classes of one day with different substitutes.
 */
export async function seenPair(db: Queryable, reader: Reader, ids: readonly number[]): Promise<Both<VacancyRow>> {
  const [one, other] = [await seen(db, reader, ids[0]), await seen(db, reader, ids[1])];
  if (one.id === other.id || one.date !== other.date) throw wrongField('with', 'Choose another class of the same day.');
  if (one.substituteId !== null && one.substituteId === other.substituteId)
    throw wrongField('with', 'The same substitute covers both classes. Choose another one.');
  return [one, other];
}

async function seen(db: Queryable, { actor, now }: Reader, id = 0): Promise<VacancyRow> {
  const row = found(await seeableVacancy(db, id, actor, now), 'vacancy');
  if (!can(actor, 'vacancy.assign', row)) throw notAllowed();
  return row;
}

/** Returns the classes of each day on which the two substitutes can be swapped, by date. */
export async function sharedPairs(db: Queryable, pair: Both<VacancyRow>, now: Date): Promise<Both<VacancyRow>[]> {
  const shared = sharedOf(pair, now);
  const ids = shared.flat().map(({ id }) => id);
  const rows = new Map((await vacanciesOf(db, ids, null, now)).map((row) => [row.id, row]));
  return shared.flatMap(([one, other]): Both<VacancyRow>[] => {
    const both = [rows.get(one.id), rows.get(other.id)] as const;
    return both[0] === undefined || both[1] === undefined ? [] : [[both[0], both[1]]];
  });
}

function sharedOf([one, other]: Both<VacancyRow>, now: Date): Both<{ id: number; date: string }>[] {
  const dayOf = ({ id, jobDays }: VacancyRow) => jobDays?.find((day) => day.id === id);
  const [own, theirs] = [dayOf(one), dayOf(other)];
  if (own === undefined || theirs === undefined) return [[one, other]];
  return sharedDays({ day: own, job: one.jobDays ?? [] }, { day: theirs, job: other.jobDays ?? [] }, now);
}

/** Performs a step for one day after the other. A refusal because of another day than that of `named` has its date. */
export async function eachDay<T>(
  days: readonly Both<VacancyRow>[],
  named: Both<VacancyRow>,
  step: (day: Both<VacancyRow>, nth: number) => T | Promise<T>,
): Promise<T[]> {
  const done: T[] = [];
  for (const [nth, day] of days.entries())
    try {
      done.push(await step(day, nth));
    } catch (error) {
      if (!(error instanceof Refused) || day[0].date === named[0].date) throw error;
      throw new Refused(error.code, otherDayNotSwapped(day[0].date, error.message));
    }
  return done;
}
