import type { getMonthTotals } from '#contract/reports.ts';
import { creditedPeriods } from '#server/features/cover/queries.ts';
import { workedIn } from '#server/features/hours/queries.ts';
import { coverageOf } from '#server/features/reports/queries.ts';
import { reportedMonth } from '#server/features/reports/reports.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** Returns the totals of a month: absence days, days covered, and substitutes' work so far. */
export async function monthTotals(call: Call<typeof getMonthTotals>): ReplyTo<typeof getMonthTotals> {
  const { db, now } = call;
  const { month, timeZone, span } = reportedMonth(call);
  const { schoolId } = span;
  const [days, { people, minutes, cents }, inside] = await Promise.all([
    coverageOf(db, span),
    workedIn(db, { schoolId, zone: timeZone }, span, now),
    creditedPeriods(db, schoolId, { ...span, accountCode: '' }, now),
  ]);
  return { month, ...days, coveredPeriods: inside.length, substitutes: people, minutes, cents };
}
