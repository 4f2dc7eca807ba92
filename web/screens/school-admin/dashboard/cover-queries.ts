import { getCoverPlan } from '#contract/cover.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { reading } from '#web/api/reading.ts';

/** The periods that need someone, and the colleagues who could take them. */
export type CoverPlan = ReplyOf<typeof getCoverPlan>;
export type NeededPeriod = CoverPlan['periods'][number];
export type Colleague = CoverPlan['colleagues'][number];

/** Returns the plan of a class, or of a day. */
export function coverPlanQuery(of: { vacancyId: number } | { date: string }) {
  return reading(['cover', 'plan', of], getCoverPlan, {
    query: 'date' in of ? of : { vacancyId: String(of.vacancyId) },
  });
}
