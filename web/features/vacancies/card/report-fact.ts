import { isReportLate } from '#domain/report-time.ts';
import { formatTime } from '#domain/time.ts';

/**
 * Returns when to report to the front office, as a fact. After that time, it is right away for a substitute who takes
 * the class now.
 */
export function reportFact(of: { date: string; reportTime: string; timeZone: string }, now: Date | null) {
  return now !== null && isReportLate(of, now)
    ? { label: 'Report to the office', value: 'Right away' }
    : { label: 'Report to the office by', value: formatTime(of.reportTime) };
}
