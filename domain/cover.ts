import { keysOf } from './keys.ts';
import { type Bell, type BellPeriod, periodMinutes, periodsOn } from './bell.ts';
import { overlaps } from './shift.ts';
import { addDays, type Weekday, weekdayOf, weekdays } from './time.ts';
import { type Slot, slotAt } from './timetable.ts';
import { byText } from './text-order.ts';

/** The order in which colleagues are asked. */
export const coverOrders = ['fair', 'seniority', 'volunteers'] as const;

export type CoverOrder = (typeof coverOrders)[number];

/** A teacher's preference: be notified, be asked, or neither. */
export const coverConsents = ['always', 'ask', 'never'] as const;

export type CoverConsent = (typeof coverConsents)[number];

/** How the class is covered. The colleague has to be free only for a `period` and a `study_hall`. */
export const coverKinds = ['period', 'split', 'combined', 'study_hall'] as const;

export type CoverKind = (typeof coverKinds)[number];

/** Asked and accepted covers are live: they take the colleague's time. The others are history. */
export const coverStates = ['asked', 'accepted', 'declined', 'canceled'] as const;

export type CoverState = (typeof coverStates)[number];

export const coverLimits = {
  note: 500,
  room: 40,
  size: 500,
  parts: 8,
  perDay: 8,
  planningMinutes: 3000,
  asks: 600,
} as const;

/** The school's rules, as the law and its contracts set them. */
export interface CoverRules {
  order: CoverOrder;
  /** The maximum number of periods that a teacher covers in a day. */
  perDay: number;
  /** The planning time that every teacher keeps each week. Null guarantees none. */
  planningMinutes: number | null;
  /** The periods in which people eat. A teacher without a lunch in the timetable keeps one of them free. */
  lunchPeriods: readonly string[];
  payCode: string;
  /** The pay for a covered period. Null credits it without an amount. */
  periodCents: number | null;
}

export const defaultCoverRules: CoverRules = {
  order: 'fair',
  perDay: 1,
  planningMinutes: null,
  lunchPeriods: [],
  payCode: 'COVER',
  periodCents: null,
};

/**
 * A class that a substitute is booked for, with the timetable of its teacher. Without one, and for extra hands, it is
 * empty.
 */
export interface Booking {
  id: number;
  start: string;
  end: string;
  slots: readonly Slot[];
}

/** A teacher or a booked substitute who could cover, with the facts that the rules of a day need. */
export interface Colleague {
  id: number;
  fullName: string;
  /** The teacher's timetable. A substitute has those of the bookings. */
  slots: readonly Slot[];
  /** A substitute's classes at the school on the day. It is null for a teacher. */
  bookings: readonly Booking[] | null;
  consent: CoverConsent;
  neverOn: readonly Weekday[];
  isVolunteer: boolean;
  /** When the colleague started here. Null counts as new. */
  since: string | null;
  /** When the colleague is out on the day. */
  absences: readonly { start: string; end: string }[];
  /** The colleague's live covers of the week. */
  covers: readonly (BellPeriod & { date: string })[];
  /** The periods of the day for which the colleague was asked and said no. */
  saidNo: readonly string[];
  /** Periods covered this month and this school year, live ones included. */
  month: number;
  year: number;
}

/** A day at a school. */
export interface CoverDay {
  date: string;
  bell: Bell;
  rules: CoverRules;
}

/** The reasons why a colleague can't take a period, each as the end of a sentence: 'Ms. Lee is teaching then.' */
export const obstacleWords = {
  not_booked: "isn't booked for the whole period",
  no_timetable: 'has no timetable yet',
  absent: 'is out then',
  never: "doesn't cover on this day",
  teaching: 'is teaching then',
  lunch: 'has lunch then',
  duty: 'has a duty then',
  off: "isn't at school then",
  covering: 'is already covering then',
  day_full: 'already covers as many periods as the day allows',
  last_lunch: 'needs this period for lunch',
  planning: 'would lose guaranteed planning time',
};
export type CoverObstacle = keyof typeof obstacleWords;
export const coverObstacles = keysOf(obstacleWords);

/** A colleague's free periods of a day, and how many of them the rules let them give up. */
export interface Spare {
  /** Each period of the day that is free, considered alone. */
  free: readonly BellPeriod[];
  /** The free lunch periods, if one of them has to stay free. */
  lunch: readonly string[];
  /** How many more periods the colleague can take today. */
  most: number;
  /** The minutes left this week. Null means no limit. */
  minutes: number | null;
}

/** Returns the seven days of a date's week, from Monday. */
export function weekOf(date: string): string[] {
  const monday = addDays(date, -weekdays.indexOf(weekdayOf(date)));
  return weekdays.map((_, offset) => addDays(monday, offset));
}

/** Returns the first day of the school year of a date: August 1. */
export function schoolYearStart(date: string): string {
  const year = Number(date.slice(0, 4));
  return date.slice(5) >= '08-01' ? `${year}-08-01` : `${year - 1}-08-01`;
}

/** Returns the class that a substitute is booked for during a whole period. Returns null if there is none. */
export function bookingAt(
  { bookings }: Pick<Colleague, 'bookings'>,
  { start, end }: { start: string; end: string },
): Booking | null {
  return bookings?.find((booking) => booking.start <= start && end <= booking.end) ?? null;
}

/**
 * Returns the colleague's obstacle in a period, apart from the limits of a day and a week. Returns null if they are
 * free.
 */
function occupation(colleague: Colleague, day: CoverDay, period: BellPeriod): CoverObstacle | null {
  const { absences, covers, consent, neverOn, bookings } = colleague;
  const slots = bookings === null ? colleague.slots : bookingAt(colleague, period)?.slots;
  if (slots === undefined) return 'not_booked';
  if (slots.length === 0) return 'no_timetable';
  if (absences.some((absence) => overlaps(absence, period))) return 'absent';
  if (consent === 'never' || neverOn.includes(weekdayOf(day.date))) return 'never';
  const kind = slotAt(slots, period.period, day.date)?.kind ?? 'planning';
  if (kind !== 'planning') return kind === 'class' ? 'teaching' : kind;
  return covers.some((cover) => cover.date === day.date && overlaps(cover, period)) ? 'covering' : null;
}

const isPlanning = (slots: readonly Slot[], period: string, date: string) =>
  (slotAt(slots, period, date)?.kind ?? 'planning') === 'planning';

/** Returns the planning time of a colleague's week that is left after their covers, in minutes. */
function planningLeft({ slots, covers }: Colleague, { bell, date }: CoverDay): number {
  let minutes = 0;
  for (const each of weekOf(date))
    for (const period of weekdayOf(each) === 'saturday' || weekdayOf(each) === 'sunday' ? [] : periodsOn(bell, each))
      if (isPlanning(slots, period.period, each)) minutes += periodMinutes(period);
  for (const cover of covers) if (isPlanning(slots, cover.period, cover.date)) minutes -= periodMinutes(cover);
  return minutes;
}

/**
 * Returns the time a colleague has to spare on a day. A substitute is paid for the day and has no planning time, so
 * only a lunch limits it.
 */
export function spareOf(colleague: Colleague, day: CoverDay): Spare {
  const { bell, date, rules } = day;
  const periods = periodsOn(bell, date);
  const free = periods.filter((period) => occupation(colleague, day, period) === null);
  const timetables = colleague.bookings?.map(({ slots }) => slots) ?? [colleague.slots];
  const eatsInTimetable = periods.some(({ period }) =>
    timetables.some((slots) => slotAt(slots, period, date)?.kind === 'lunch'),
  );
  const lunch = eatsInTimetable
    ? []
    : free.map(({ period }) => period).filter((name) => rules.lunchPeriods.includes(name));
  if (colleague.bookings !== null) return { free, lunch, most: free.length, minutes: null };
  const today = colleague.covers.filter((cover) => cover.date === date).length;
  const minutes =
    rules.planningMinutes === null ? null : Math.max(0, planningLeft(colleague, day) - rules.planningMinutes);
  return { free, lunch, most: Math.max(0, rules.perDay - today), minutes };
}

/** Returns the reason why the colleague can't take each period of the day. Returns null if they can. */
export function obstaclesOf(colleague: Colleague, day: CoverDay): Map<string, CoverObstacle | null> {
  const { lunch, most, minutes } = spareOf(colleague, day);
  return new Map(
    periodsOn(day.bell, day.date).map((period): [string, CoverObstacle | null] => {
      const occupied = occupation(colleague, day, period);
      if (occupied !== null) return [period.period, occupied];
      if (most === 0) return [period.period, 'day_full'];
      if (lunch.length === 1 && lunch[0] === period.period) return [period.period, 'last_lunch'];
      return [period.period, minutes !== null && periodMinutes(period) > minutes ? 'planning' : null];
    }),
  );
}

/**
 * Returns whether an obstacle matters for this kind of cover. A class that is split or combined joins the colleague's
 * own, so they may be teaching.
 */
export function stands(obstacle: CoverObstacle | null, kind: CoverKind): obstacle is CoverObstacle {
  if (obstacle === null) return false;
  const joinsTheirs = kind === 'split' || kind === 'combined';
  return !(joinsTheirs && (obstacle === 'teaching' || obstacle === 'no_timetable'));
}

/**
 * Returns the group of a colleague in the school's order, lowest first. Booked substitutes come before teachers: they
 * are paid for the day, and no one gives up planning time. Only volunteers come before them, where the school asks
 * volunteers first.
 */
export function coverRank(order: CoverOrder, { bookings, isVolunteer }: Colleague): 0 | 1 | 2 {
  if (order === 'volunteers' && isVolunteer) return 0;
  return bookings === null ? 2 : 1;
}

/** Compares two colleagues in the school's order: by group, then by its rule. Ties go by name. */
export function inCoverOrder(order: CoverOrder): (a: Colleague, b: Colleague) => number {
  const within = withinRank(order);
  return (a, b) => coverRank(order, a) - coverRank(order, b) || within(a, b);
}

function withinRank(order: CoverOrder): (a: Colleague, b: Colleague) => number {
  const byName = (a: Colleague, b: Colleague) => a.fullName.localeCompare(b.fullName, 'en') || a.id - b.id;
  const fair = (a: Colleague, b: Colleague) => a.month - b.month || a.year - b.year || byName(a, b);
  switch (order) {
    case 'fair':
    case 'volunteers':
      return fair;
    case 'seniority':
      return (a, b) => byText(b.since ?? '9999', a.since ?? '9999') || fair(a, b);
  }
}

/** Returns the effect of a colleague's answer on their cover. Returns null if it is too late or no longer needed. */
export function answered(
  cover: { state: CoverState; endsAt: Date; startsAt: Date },
  answer: 'yes' | 'no',
  now: Date,
): CoverState | null {
  if (cover.state !== 'asked' && cover.state !== 'accepted') return null;
  if (answer === 'yes') return now < cover.endsAt ? 'accepted' : null;
  // Once the period has begun, the class is theirs.
  return now < cover.startsAt || cover.state === 'asked' ? 'declined' : null;
}

/**
 * Returns the place of a cover, for the rule that no one is in two places at once. The classes in a study hall share a
 * place. Every other cover has its own.
 */
export function placeOf(cover: { kind: CoverKind; room: string | null; vacancyId: number; period: string }): string {
  if (cover.kind === 'study_hall' && cover.room !== null) return `hall:${cover.room.trim().toLowerCase()}`;
  return `class:${cover.vacancyId}:${cover.period}`;
}
