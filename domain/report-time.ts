import type { VacancyFacts } from './notice-facts.ts';
import { formatTime, instantOf } from './time.ts';

/** A class with the time when its substitute reports to the front office, local to the school. */
interface Reporting {
  date: string;
  reportTime: string;
  timeZone: string;
}

/** Returns whether the report time has passed, so a substitute who takes the class now reports right away. */
export function isReportLate({ date, reportTime, timeZone }: Reporting, now: Date): boolean {
  return instantOf(date, reportTime, timeZone) <= now;
}

/**
 * Returns when a substitute who takes the class now reports to the front office: 'by 7:45 AM', or 'right away'. Without
 * `now`, the class is already theirs, and the time stays.
 */
export function reportWords(of: Reporting, now?: Date): string {
  return now && isReportLate(of, now) ? 'right away' : `by ${formatTime(of.reportTime)}`;
}

/** Returns the facts of a notification as they are at this moment: when it is sent, its report time may have passed. */
export function asOf<Facts extends object>(facts: Facts, now: Date): Facts {
  const { vacancy } = facts as { vacancy?: VacancyFacts | null };
  if (vacancy?.reportTime === undefined || vacancy.timeZone === undefined) return facts;
  const { date, reportTime, timeZone } = vacancy;
  return isReportLate({ date, reportTime, timeZone }, now)
    ? { ...facts, vacancy: { ...vacancy, isReportLate: true } }
    : facts;
}
