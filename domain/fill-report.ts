import { percentOf } from './report.ts';
import { addDays } from './time.ts';

/** Half of a 95% interval in standard deviations of the normal distribution. */
const z = 1.959964;

/** The widest interval, in percentage points, at which a rate is still meaningful. */
const widestInterval = 30;

/** The minimum number of fills for a median, and for a 90th percentile. */
const fewest = { median: 8, p90: 20 } as const;

/** The share of classes that were filled, as a percentage with its 95% interval. */
export interface FillRate {
  total: number;
  filled: number;
  /** It has one decimal. It is null if there are no classes. */
  fillRate: number | null;
  /** The bounds of the true rate in 95 of 100 such cases, to one decimal. It is null if there are no classes. */
  low: number | null;
  high: number | null;
  /** Whether there are too few classes for the rate to mean anything yet. */
  isTooEarly: boolean;
}

/**
 * Returns the share of filled classes with its Wilson score interval, which is right for few classes and for rates near
 * 0 and
 * 100. Source: Wilson, E. B. (1927), JASA 22:209–212.
 */
export function fillRateOf(filled: number, total: number): FillRate {
  if (total === 0) return { total, filled, fillRate: null, low: null, high: null, isTooEarly: true };
  const share = filled / total;
  const scale = 1 + z ** 2 / total;
  const middle = (share + z ** 2 / (2 * total)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  // At 0% and 100%, the interval ends exactly there, whatever rounding yields.
  const low = percentOf(filled === 0 ? 0 : Math.max(0, middle - half), 1);
  const high = percentOf(filled === total ? 1 : Math.min(1, middle + half), 1);
  return {
    total,
    filled,
    fillRate: percentOf(filled, total),
    low,
    high,
    isTooEarly: 2 * half * 100 > widestInterval,
  };
}

/** Returns the times to fill, each only if there are enough fills. */
export function timeToFill(
  fills: number,
  times: { median: number | null; p90: number | null },
): { median: number | null; p90: number | null } {
  return {
    median: fills < fewest.median ? null : times.median,
    p90: fills < fewest.p90 ? null : times.p90,
  };
}

/** The longest span of a report, in days. */
export const longestReport = 400;

/** The default days of a report. */
export const usualReport = 90;

/**
 * Returns the days that a report covers: through yesterday, because today's classes may still be filled. Returns null
 * if they are reversed, not over, or too many.
 */
export function reportDays(
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
  longest: number = longestReport,
): { from: string; to: string } | null {
  const yesterday = addDays(today, -1);
  const to = asked.to === undefined || asked.to > yesterday ? yesterday : asked.to;
  const from = asked.from ?? addDays(to, 1 - usualReport);
  return from > to || addDays(from, longest) <= to ? null : { from, to };
}

/** The points of the answer curve, in minutes after a notification. */
export const curveMinutes = [1, 2, 5, 10, 15, 30, 60, 120, 240, 720, 1440] as const;

/** The number of latest classes whose notifications are counted, and the maximum number of people for each. */
export const sampledClasses = 100;
export const sampledPeople = 1000;

export const fillTables = ['rates', 'unfilled', 'offers'] as const;

/** A table of the report as a file: the rates, the unfilled classes, or each offer of a wave. */
export type FillTable = (typeof fillTables)[number];
