import { addDays, firstDayOf, lastDayOf, monthOf } from './time.ts';

export const payPeriodKinds = ['weekly', 'biweekly', 'semimonthly', 'monthly'] as const;

export type PayPeriodKind = (typeof payPeriodKinds)[number];

/** The display name of each kind. */
export const payPeriodNames: Record<PayPeriodKind, string> = {
  weekly: 'Every week',
  biweekly: 'Every two weeks',
  semimonthly: 'Twice a month (1st–15th, 16th–end)',
  monthly: 'Every month',
};

/**
 * How a school divides the calendar. `anchor` is a first day of a weekly or biweekly period; the others don't use it.
 */
export interface PayCalendar {
  kind: PayPeriodKind;
  anchor: string;
}

/** Both days included, 'YYYY-MM-DD'. */
export interface DaySpan {
  from: string;
  to: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Returns the pay period that contains a date. Every date is in exactly one. */
export function payPeriodOf({ kind, anchor }: PayCalendar, date: string): DaySpan {
  switch (kind) {
    case 'weekly':
      return weeksFrom(anchor, date, 7);
    case 'biweekly':
      return weeksFrom(anchor, date, 14);
    case 'semimonthly': {
      const month = monthOf(date);
      return date <= `${month}-15`
        ? { from: firstDayOf(month), to: `${month}-15` }
        : { from: `${month}-16`, to: lastDayOf(month) };
    }
    case 'monthly':
      return { from: firstDayOf(monthOf(date)), to: lastDayOf(monthOf(date)) };
  }
}

function weeksFrom(anchor: string, date: string, length: number): DaySpan {
  const days = (Date.parse(`${date}T00:00Z`) - Date.parse(`${anchor}T00:00Z`)) / DAY;
  const from = addDays(anchor, Math.floor(days / length) * length);
  return { from, to: addDays(from, length - 1) };
}

/** The period at a date, and whether it is locked. */
export interface PeriodAt extends DaySpan {
  isLocked: boolean;
}

/**
 * Returns the period at a date: the locked one that contains it, or the part of the calendar's that no locked one
 * contains. That way, a school that changes its pay periods pays no day twice. `locked` doesn't overlap.
 */
export function payPeriodAt(calendar: PayCalendar, locked: readonly DaySpan[], date: string): PeriodAt {
  const known = locked.find(({ from, to }) => from <= date && date <= to);
  if (known) return { from: known.from, to: known.to, isLocked: true };
  let { from, to } = payPeriodOf(calendar, date);
  for (const span of locked) {
    if (span.to < date && span.to >= from) from = addDays(span.to, 1);
    else if (span.from > date && span.from <= to) to = addDays(span.from, -1);
  }
  return { from, to, isLocked: false };
}
