import { setImmediate } from 'node:timers/promises';
import { inOverlappingGroups, mostPlanned, scarcityPrices } from '#domain/day-plan.ts';
import { idsOf } from '#server/core/ids.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import {
  type CandidateFacts,
  candidateFacts,
  type RankedFor,
} from '#server/features/vacancies/candidates/candidate-facts.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { pointsBy } from '#server/features/vacancies/candidates/ranked.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';

/**
 * Returns the scarcity prices of the substitutes whom the classes at a vacancy's time compete for, in points, by id.
 */
type Prices = (row: Pick<RankedFor, 'startsAt' | 'endsAt'>) => ReadonlyMap<number, number>;

/** The facts by which waves rank a school's substitutes, with their prices. No one ever sees a price. */
export type PricedFacts = CandidateFacts & { prices: Prices };

/**
 * Reads the facts for some vacancies of one school whose waves are due, and computes the prices of its substitutes by
 * its uncovered classes on these dates. At most 30 count, the soonest dates first, and on each date those that are due,
 * so the cost is bounded. A class at whose time there is no other costs nothing.
 */
export async function pricedFacts(
  db: Queryable,
  rows: readonly [VacancyRow, ...VacancyRow[]],
  now: Date,
): Promise<PricedFacts> {
  const competing = new Set(await uncoveredBeside(db, rows, now));
  const known = new Set(idsOf(rows));
  const missing = [...competing].filter((id) => !known.has(id));
  const others = missing.length === 0 ? [] : await vacanciesOf(db, missing, null, now);
  const facts = await candidateFacts(db, [...rows, ...others], now);
  const classes = [...rows, ...others].filter(({ id }) => competing.has(id));
  return { ...facts, prices: await pricesBy(facts, classes) };
}

/**
 * Returns the uncovered classes of the school on the dates of its vacancies that are offered to the best matches first.
 */
async function uncoveredBeside(db: Queryable, rows: readonly [VacancyRow, ...VacancyRow[]], now: Date) {
  const dates = rows.flatMap(({ date, offering }) => (offering === 'best_matches' ? [date] : []));
  if (dates.length === 0) return [];
  const found = await db.query<{ id: number }>(sql`select v.id from vacancies v
    where v.school_id = ${rows[0].schoolId} and v.date = any(${dates}::date[]) and v.status = 'open'
      and not v.covered_inside
      and v.deleted_at is null and v.ends_at > ${now}
    order by v.date, v.id = any(${idsOf(rows)}::bigint[]) desc, v.start_time, v.id limit ${mostPlanned}`);
  return idsOf(found);
}

async function pricesBy(facts: CandidateFacts, classes: readonly VacancyRow[]): Promise<Prices> {
  const priced: { group: VacancyRow[]; prices: ReadonlyMap<number, number> }[] = [];
  for (const group of inOverlappingGroups(classes)) {
    if (group.length === 1) continue;
    const options = [];
    for (const row of group) {
      options.push(pointsBy(facts, row, { spares: true }));
      // Other work of the process isn't held up.
      await setImmediate();
    }
    priced.push({ group, prices: scarcityPrices(options) });
  }
  const none = new Map<number, number>();
  return ({ startsAt, endsAt }) =>
    priced.find(({ group }) => group.some((one) => one.startsAt < endsAt && startsAt < one.endsAt))?.prices ?? none;
}
