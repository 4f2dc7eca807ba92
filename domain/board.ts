import { byText } from './text-order.ts';
import type { VacancyStatus } from './vacancy.ts';

/** The sections of a day's board, in their order: the classes that need the front office most come first. */
export const boardSections = ['uncovered', 'unconfirmed', 'covered'] as const;

export type BoardSection = (typeof boardSections)[number];

/** The maximum number of lines on a board, and of people counted for one class. */
export const boardLimits = { lines: 500, people: 2000 } as const;

/** The facts that determine a line's order and next step. */
export interface BoardClass {
  id: number;
  status: VacancyStatus;
  /** It is null unless filled. */
  confirmed: boolean | null;
  /** Whether colleagues cover every period. Missing means false. */
  coveredInside?: boolean;
  /** Whether its substitute is recorded as a no-show. Missing means false. */
  isNoShow?: boolean;
  isUrgent: boolean;
  startTime: string;
  teacherName: string;
}

/** The facts that determine whether a class is covered. */
type Coverage = Pick<BoardClass, 'status' | 'confirmed' | 'coveredInside' | 'isNoShow'>;

/**
 * Returns the section of a class. A request doesn't cover a class until it is approved. Colleagues cover it once every
 * period has one. A substitute who didn't come doesn't cover it, although it stays filled.
 */
export function sectionOf({ status, confirmed, coveredInside, isNoShow }: Coverage): BoardSection {
  if (status === 'open' && coveredInside === true) return 'covered';
  if (status !== 'filled' || isNoShow === true) return 'uncovered';
  return confirmed === false ? 'unconfirmed' : 'covered';
}

/** Returns the order of the lines: by section, then by start, urgent ones first among equal starts, then by teacher. */
export function byBoard(a: BoardClass, b: BoardClass): number {
  return (
    boardSections.indexOf(sectionOf(a)) - boardSections.indexOf(sectionOf(b)) ||
    byText(a.startTime, b.startTime) ||
    Number(b.isUrgent) - Number(a.isUrgent) ||
    byText(a.teacherName.toLowerCase(), b.teacherName.toLowerCase()) ||
    a.id - b.id
  );
}

/**
 * The attempts to fill an uncovered class. Each substitute counts once, and at most `boardLimits.people` are counted.
 */
export interface Tried {
  notified: number;
  saw: number;
  declined: number;
  /** The people who were notified, on a channel that reached them, and haven't declined. */
  waiting: number;
  /** The people whom no channel reached, and who haven't declined. Missing means none. */
  undelivered?: number | undefined;
  /** The people who haven't declined or seen it, and whose offer no channel could send so far. Missing means none. */
  unsent?: number | undefined;
}

/** The attempts, with the reasons for declines in words, or null if no one gave one. */
type TriedInWords = Pick<Tried, 'notified' | 'saw' | 'declined' | 'undelivered' | 'unsent'> & {
  whyDeclined: string | null;
};

/**
 * Returns the attempts so far: '37 notified, 4 not sent yet, 2 couldn’t be reached, 12 saw it, 3 declined (2
 * distance)'. Returns null if there are none.
 */
export function triedWords(tried: TriedInWords | null): string | null {
  if (tried === null || tried.notified === 0) return null;
  const { notified, saw, declined, whyDeclined, undelivered = 0, unsent = 0 } = tried;
  const words = (count: number) =>
    count >= boardLimits.people ? `${boardLimits.people.toLocaleString('en-US')}+` : String(count);
  return [
    ...(notified > unsent ? [`${words(notified - unsent)} notified`] : []),
    ...(unsent > 0
      ? [`${words(unsent)} ${notified > unsent ? '' : unsent === 1 ? 'offer ' : 'offers '}not sent yet`]
      : []),
    ...(undelivered > 0 ? [`${words(undelivered)} couldn’t be reached`] : []),
    ...(saw > 0 ? [`${words(saw)} saw it`] : []),
    ...(declined > 0 ? [`${words(declined)} declined${whyDeclined === null ? '' : ` (${whyDeclined})`}`] : []),
  ].join(', ');
}

/** The next step of a class: an action of the front office, or the event that it waits for. */
export const nextSteps = [
  /** Answer the request. */
  'review',
  /** Notifications are still going out. */
  'notifying',
  /** An offer of a plan goes out once it can no longer be undone. */
  'held',
  /** No one has been notified. */
  'offer',
  /** More substitutes will be notified at a known time, or the waves are paused. */
  'wave',
  /** Some substitutes who were notified can still answer. */
  'wait',
  /** Everyone who was notified declined or couldn't be reached. */
  'assign',
  /** The substitute hasn't confirmed. */
  'confirm',
  /** The substitute didn't come. */
  'offer_again',
] as const;

export type NextStep = (typeof nextSteps)[number];

/**
 * Returns the next step of a class. Returns null if it is covered, or over: after that, only a correction changes who
 * was there.
 */
export function nextStepOf(
  { status, confirmed, coveredInside, isNoShow, endsAt }: Coverage & { endsAt: Date },
  tried: Tried & { isNotifying: boolean; hasWavesAhead: boolean; isHeld: boolean },
  now: Date,
): NextStep | null {
  if (now >= endsAt) return null;
  if (status === 'pending_approval') return 'review';
  if (status === 'open' && coveredInside === true) return null;
  if (status === 'filled' && isNoShow === true) return 'offer_again';
  if (status === 'filled') return confirmed === false ? 'confirm' : null;
  if (tried.isNotifying) return 'notifying';
  if (tried.hasWavesAhead) return 'wave';
  if (tried.isHeld) return 'held';
  if (tried.notified === 0) return 'offer';
  return tried.waiting === 0 ? 'assign' : 'wait';
}
