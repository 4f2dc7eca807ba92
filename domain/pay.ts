import type { PayPeriodKind } from './pay-period.ts';
import { addDays, instantOf, minutesOf, weekdayOf } from './time.ts';

/** All amounts are integers: minutes and cents. Each division says how it rounds. */

export const payUnits = ['day', 'hour', 'period'] as const;

/** The unit a school pays by: half and full days, hours, or class periods. */
export type PayUnit = (typeof payUnits)[number];

export const payKinds = ['regular', 'long_term', 'late_cancellation', 'correction'] as const;

/** The kind of a day, which decides its rate and pay code. */
export type PayKind = (typeof payKinds)[number];

/** The display name of each kind. */
export const payKindNames: Record<PayKind, string> = {
  regular: 'Regular',
  long_term: 'Long-term',
  late_cancellation: 'Late cancellation',
  correction: 'Correction',
};

/** The kinds that a school sets a rate and a pay code for. A correction has a separate amount. */
export type RatedKind = Exclude<PayKind, 'correction'>;

/** The share of the planned time that a late cancellation pays: the school's minimum, half of it, or all of it. */
export const latePays = ['minimum', 'half', 'full'] as const;

type LatePay = (typeof latePays)[number];

/** How a school pays. Times are minutes; rates are cents for each hour, period or full day. Null means not used. */
export interface PaySettings {
  period: PayPeriodKind;
  /** A first day of a weekly or biweekly period. */
  periodAnchor: string;
  unit: PayUnit;
  /** It is null for a school that counts hours but no money. */
  regularCents: number | null;
  /** Null pays the regular rate. */
  longTermCents: number | null;
  /** The pay for half a day. Null pays half of a day, rounded up to the cent. */
  halfDayCents: number | null;
  /** A day with at least this many paid minutes is a full day. */
  fullDayMinutes: number;
  /** The minimum that a day pays, by the hour. A late cancellation can pay it, too. */
  minimumMinutes: number;
  /** Hours are rounded to this many minutes, halves up. 1 doesn't round. */
  roundMinutes: number;
  /** The length of a class period. */
  periodMinutes: number;
  /** An unpaid break, and from how many minutes at school on it is taken. */
  breakMinutes: number;
  breakFromMinutes: number;
  /** Days longer than this are shown as exceptions. */
  longDayMinutes: number;
  /** Actual time that differs from the plan by more than this is an exception, too. */
  differsMinutes: number;
  /** The number of days in the same class after which the long-term rate applies. */
  longTermDays: number | null;
  /** Whether the higher rate then applies from the first of them. */
  longTermRetroactive: boolean;
  /** How many school days a substitute may miss before the count of days in a class starts over. */
  longTermGapDays: number;
  /** A class that the school cancels this close to its start still pays. */
  lateMinutes: number | null;
  latePays: LatePay;
  regularCode: string;
  longTermCode: string;
  lateCode: string;
  accountCode: string;
}

/**
 * The defaults, for a school that never changes its pay settings: monthly periods, paid by the day, without amounts.
 */
export const defaultPaySettings: PaySettings = {
  period: 'monthly',
  periodAnchor: '2026-01-05',
  unit: 'day',
  regularCents: null,
  longTermCents: null,
  halfDayCents: null,
  fullDayMinutes: 300,
  minimumMinutes: 120,
  roundMinutes: 1,
  periodMinutes: 50,
  breakMinutes: 0,
  breakFromMinutes: 360,
  longDayMinutes: 600,
  differsMinutes: 15,
  longTermDays: null,
  longTermRetroactive: false,
  longTermGapDays: 0,
  lateMinutes: null,
  latePays: 'half',
  regularCode: '',
  longTermCode: '',
  lateCode: '',
  accountCode: '',
};

/** Limits of a school's entries. */
export const payLimits = { cents: 1_000_000, code: 30, longTermDays: 60, gapDays: 10 } as const;

/** Rounds to the nearest multiple of `step`, halves up. It takes integers. */
function roundedTo(value: number, step: number): number {
  return Math.floor((value + Math.floor(step / 2)) / step) * step;
}

/** `value * numerator / denominator`, rounded half up. It takes integers that aren't negative. */
function share(value: number, numerator: number, denominator: number): number {
  return Math.floor((2 * value * numerator + denominator) / (2 * denominator));
}

/**
 * Returns the minutes between two times of a day at a school. On the days on which the clock changes, these are the
 * minutes that people worked, not the difference between the clock times.
 */
export function minutesBetween(date: string, start: string, end: string, zone: string): number {
  if (isEvenDay(date, zone)) return minutesOf(end) - minutesOf(start);
  return (instantOf(date, end, zone).getTime() - instantOf(date, start, zone).getTime()) / 60_000;
}

// A look-up in a calendar takes 20 µs, and a pay period needs 20,000 of them for the same few days.
const evenDays = new Map<string, boolean>();

function isEvenDay(date: string, zone: string): boolean {
  const key = `${date} ${zone}`;
  const known = evenDays.get(key);
  if (known !== undefined) return known;
  const length = instantOf(addDays(date, 1), '00:00', zone).getTime() - instantOf(date, '00:00', zone).getTime();
  if (evenDays.size > 5000) evenDays.clear();
  evenDays.set(key, length === 24 * 60 * 60_000);
  return length === 24 * 60 * 60_000;
}

/** Returns the unpaid break in this many minutes at school, by the school's rule. */
export function usualBreak(settings: PaySettings, minutes: number): number {
  return minutes >= settings.breakFromMinutes ? Math.min(settings.breakMinutes, minutes) : 0;
}

/** Returns the rate of a kind of day, in cents. Returns 0 for a school without rates. */
export function rateOf(settings: PaySettings, kind: RatedKind): number {
  const regular = settings.regularCents ?? 0;
  return kind === 'long_term' ? (settings.longTermCents ?? regular) : regular;
}

/** Returns the pay code of a kind of day. */
export function payCodeOf(settings: PaySettings, kind: RatedKind): string {
  return { regular: settings.regularCode, long_term: settings.longTermCode, late_cancellation: settings.lateCode }[
    kind
  ];
}

/** Paid time of one kind on one day. `units` are minutes, half days or class periods, by the school's unit. */
export interface Pay {
  minutes: number;
  units: number;
  cents: number;
}

/**
 * Returns the pay for this many minutes of one day. It never falls as the minutes rise, so the parts of a day can be
 * differences of it (`payOfDay`).
 */
export function payFor(settings: PaySettings, kind: RatedKind, worked: number): Pay {
  const rate = rateOf(settings, kind);
  if (worked <= 0) return { minutes: 0, units: 0, cents: 0 };
  switch (settings.unit) {
    case 'hour': {
      const minutes = Math.max(settings.minimumMinutes, roundedTo(worked, settings.roundMinutes));
      return { minutes, units: minutes, cents: share(minutes, rate, 60) };
    }
    case 'period': {
      const units = Math.max(1, roundedTo(worked, settings.periodMinutes) / settings.periodMinutes);
      return { minutes: worked, units, cents: units * rate };
    }
    case 'day': {
      const isFull = worked >= settings.fullDayMinutes;
      const half = Math.min(
        rate,
        kind === 'long_term' ? Math.ceil(rate / 2) : (settings.halfDayCents ?? Math.ceil(rate / 2)),
      );
      return { minutes: worked, units: isFull ? 2 : 1, cents: isFull ? rate : half };
    }
  }
}

/**
 * Returns what a class of this many minutes pays a substitute at the regular rate, in words: '$175.00 for a full day',
 * '$22.50 an hour'. Returns null for a school without rates.
 */
export function payInWords(settings: PaySettings, minutes: number): string | null {
  const rate = settings.regularCents ?? 0;
  if (rate === 0) return null;
  if (settings.unit !== 'day') return `${formatCents(rate)} ${settings.unit === 'hour' ? 'an hour' : 'a class period'}`;
  const { units, cents } = payFor(settings, 'regular', minutes - usualBreak(settings, minutes));
  return `${formatCents(cents)} for ${units === 2 ? 'a full day' : 'half a day'}`;
}

/** A part of a person's day: an assignment, with its worked minutes without the break. */
export interface DayPart {
  key: string;
  start: string;
  minutes: number;
  /** The part that was approved first keeps its pay. A part that is added later gets the rest of the day. */
  isApproved?: boolean;
}

/**
 * Returns the pay for each part of one person's day at a school, all of one kind. In any order, the parts add up to the
 * pay for the whole day: a morning and an afternoon are a full day, and a day's minimum is paid once.
 */
export function payOfDay(settings: PaySettings, kind: RatedKind, parts: readonly DayPart[]): Map<string, Pay> {
  const placeOf = ({ isApproved = false, start, key }: DayPart) => `${isApproved ? 0 : 1} ${start} ${key}`;
  const inOrder = parts.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const paid = new Map<string, Pay>();
  let worked = 0;
  let before: Pay = { minutes: 0, units: 0, cents: 0 };
  for (const { key, minutes } of inOrder) {
    worked += Math.max(0, minutes);
    const after = payFor(settings, kind, worked);
    paid.set(key, {
      minutes: after.minutes - before.minutes,
      units: after.units - before.units,
      cents: after.cents - before.cents,
    });
    before = after;
  }
  return paid;
}

/** A day in the same class, in half days: a full day is 2. */
export interface StreakDay {
  date: string;
  halves: number;
}

type StreakRule = Pick<PaySettings, 'longTermDays' | 'longTermRetroactive' | 'longTermGapDays'>;

/**
 * Returns the dates that are paid long-term: those after `longTermDays` days that one substitute taught the same class,
 * or all of these days once there are more. Days on which the school is closed don't count and don't break the streak;
 * more missed school days than the rule allows start the count over.
 */
export function longTermDates(
  days: readonly StreakDay[],
  rule: StreakRule,
  isClosed: (date: string) => boolean,
): Set<string> {
  const { longTermDays, longTermRetroactive, longTermGapDays } = rule;
  const found = new Set<string>();
  if (longTermDays === null) return found;
  const halvesOn = new Map<string, number>();
  for (const { date, halves } of days) halvesOn.set(date, Math.min(2, (halvesOn.get(date) ?? 0) + halves));
  let streak: string[] = [];
  let halves = 0;
  let last: string | null = null;
  for (const date of [...halvesOn.keys()].toSorted()) {
    if (last !== null && missedBetween(last, date, isClosed, longTermGapDays) > longTermGapDays) {
      streak = [];
      halves = 0;
    }
    streak.push(date);
    halves += halvesOn.get(date) ?? 0;
    last = date;
    if (halves <= 2 * longTermDays) continue;
    if (longTermRetroactive) for (const day of streak) found.add(day);
    found.add(date);
  }
  return found;
}

/** Returns the school days between two dates, both excluded, up to one more than `enough`. */
function missedBetween(after: string, before: string, isClosed: (date: string) => boolean, enough: number): number {
  let missed = 0;
  for (let date = addDays(after, 1); date < before && missed <= enough; date = addDays(date, 1)) {
    const weekday = weekdayOf(date);
    if (weekday !== 'saturday' && weekday !== 'sunday' && !isClosed(date)) missed += 1;
  }
  return missed;
}

/**
 * Returns how many days before a pay period its long-term days may have begun. Weeks without school are bounded
 * generously.
 */
export function streakLookback(rule: StreakRule): number {
  const { longTermDays, longTermGapDays } = rule;
  return longTermDays === null ? 0 : Math.ceil((longTermDays * 2 * (1 + longTermGapDays) * 7) / 5) + 45;
}

/**
 * Returns the minutes paid for a class that the school canceled at `canceledAt`. Returns null if it wasn't late.
 * `planned` are the minutes of the class.
 */
export function lateCancellationMinutes(
  settings: Pick<PaySettings, 'lateMinutes' | 'latePays' | 'minimumMinutes'>,
  startsAt: Date,
  canceledAt: Date,
  planned: number,
): number | null {
  if (settings.lateMinutes === null || startsAt.getTime() - canceledAt.getTime() > settings.lateMinutes * 60_000)
    return null;
  switch (settings.latePays) {
    case 'minimum':
      return Math.min(planned, settings.minimumMinutes);
    case 'half':
      return Math.ceil(planned / 2);
    case 'full':
      return planned;
  }
}

/** Returns '7:05' for 425 minutes, '-0:30' for minus 30. */
export function formatMinutes(minutes: number): string {
  const all = Math.abs(minutes);
  return `${minutes < 0 ? '-' : ''}${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`;
}

/** Returns '$1,240.50' for 124050 cents. */
export function formatCents(cents: number): string {
  const all = Math.abs(cents);
  const dollars = Math.floor(all / 100).toLocaleString('en-US');
  return `${cents < 0 ? '-' : ''}$${dollars}.${String(all % 100).padStart(2, '0')}`;
}

/** Returns '1240.50' for 124050 cents: for files that programs read. */
export function plainCents(cents: number): string {
  const all = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(all / 100)}.${String(all % 100).padStart(2, '0')}`;
}

/** Cents from a typed amount: '185', '$185.50', '1,240.5'. Returns null if it isn't an amount. */
export function centsOf(text: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  return Number(match[1]?.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Units as people read them: '1.5 days', '3 periods', '7:05'. */
export function formatUnits(unit: PayUnit, units: number): string {
  switch (unit) {
    case 'hour':
      return formatMinutes(units);
    case 'period':
      return `${units} ${Math.abs(units) === 1 ? 'period' : 'periods'}`;
    case 'day':
      return `${units / 2} ${Math.abs(units) === 2 ? 'day' : 'days'}`;
  }
}
