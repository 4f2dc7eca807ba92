import { asksAgain, type Booked } from './edit.ts';
import { addMinutes } from './time.ts';
import { transition, type VacancyState } from './vacancy.ts';

/** A change of a school's whole day: it opens late, or not at all. */
export type DayChange =
  | { type: 'delay'; /** How much later school opens. */ minutes: number }
  | { type: 'close'; /** The reason, as the calendar of closed days names it. */ name: string };

/**
 * Limits: the longest delay in minutes, and how often a school may change its days in 24 hours, because each change
 * notifies people.
 */
export const dayChangeLimits = { minutes: 360, perDay: 20 } as const;

/** The reasons why a class doesn't change with the day. */
export const keptReasons = {
  over: 'It is already over.',
  begun: 'It has already begun.',
  too_short: 'It ends before school opens. Cancel it, or edit its times.',
} as const;

type KeptReason = keyof typeof keptReasons;

/** The facts about a class of the day that the rule needs. */
export type DayClass = VacancyState & Booked;

/** The outcome of a day's change for one class. `unaffected`: it begins after the delayed opening anyway. */
export type DayOutcome =
  | { kind: 'moved'; startTime: string; next: VacancyState; asksAgain: boolean }
  | { kind: 'canceled'; next: VacancyState }
  | { kind: 'kept'; because: KeptReason }
  | { kind: 'unaffected' };

/**
 * Returns the start of a class on a day that opens `minutes` late: the delayed opening, or its own start if that is
 * later. The same delay twice changes nothing, and a longer one replaces a shorter one.
 */
export function delayedStart(startTime: string, opening: string, minutes: number): string {
  const delayed = addMinutes(opening, minutes);
  return startTime < delayed ? delayed : startTime;
}

/**
 * Returns the outcome of a day's change for a class. A delay moves its start and keeps its end, because school ends at
 * the usual time. A class that has begun with its substitute stays: the day is theirs.
 *
 * @param opening when school opens on other days, as 'HH:mm'
 */
export function dayOutcome(row: DayClass, change: DayChange, opening: string, now: Date): DayOutcome {
  if (now >= row.endsAt) return { kind: 'kept', because: 'over' };
  const hasBegun = now >= row.startsAt;
  if (change.type === 'close') {
    if (hasBegun && row.status === 'filled') return { kind: 'kept', because: 'begun' };
    const move = transition(row, { type: 'remove', by: 'school_admin' }, now);
    return move.ok ? { kind: 'canceled', next: move.next } : { kind: 'unaffected' };
  }
  const startTime = delayedStart(row.startTime, opening, change.minutes);
  if (startTime === row.startTime) return { kind: 'unaffected' };
  if (hasBegun) return { kind: 'kept', because: 'begun' };
  if (startTime >= row.endTime) return { kind: 'kept', because: 'too_short' };
  const asks = row.status === 'filled' && asksAgain(row, { ...row, startTime });
  return { kind: 'moved', startTime, next: asks ? { ...row, confirmed: false } : row, asksAgain: asks };
}

/** Returns the usual name of a delay: 'Two-hour delay', '90-minute delay'. */
export function delayName(minutes: number): string {
  const hours = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'][minutes / 60 - 1];
  return hours === undefined ? `${minutes}-minute delay` : `${hours}-hour delay`;
}
