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

/** How a school divides the calendar. `anchor` is a first day of a weekly or biweekly period; the others don't use it. */
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

/** The pay period that contains a date. Every date is in exactly one. */
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

/** The period before and the period after the one that contains a date. */
export function payPeriodsBeside(calendar: PayCalendar, date: string): { previous: DaySpan; next: DaySpan } {
  const { from, to } = payPeriodOf(calendar, date);
  return { previous: payPeriodOf(calendar, addDays(from, -1)), next: payPeriodOf(calendar, addDays(to, 1)) };
}

/**
 * The days of a period that no locked period contains: a school that changes its pay periods pays no day twice. Null if
 * nothing is left.
 */
export function unlockedPart(period: DaySpan, locked: readonly DaySpan[]): DaySpan | null {
  let { from, to } = period;
  for (const span of locked.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (span.from <= from && span.to >= from) from = addDays(span.to, 1);
    else if (span.from > from && span.from <= to) to = addDays(span.from, -1);
  }
  return from <= to ? { from, to } : null;
}
