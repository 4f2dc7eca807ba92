import type { DayTimes } from './job-days.ts';
import { formatShortDate, formatTimeRange } from './time.ts';

/** An open class as a substitute saw it. */
export interface SeenClass extends DayTimes {
  /** The days that a request for one day of a multi-day job includes: '3 days, Mon, Nov 30 to Wed, Dec 2'. */
  together: string | null;
}

/**
 * Returns how a class's day, times or job have changed since a substitute saw it: 'This class has changed. It is now
 * Wed, Dec 2, 8:00 AM – 3:00 PM.' Returns null if they are the same.
 */
export function changeOfClass(seen: SeenClass, now: SeenClass): string | null {
  const isSameDay = seen.date === now.date && seen.startTime === now.startTime && seen.endTime === now.endTime;
  if (isSameDay && seen.together === now.together) return null;
  return isSameDay && now.together !== null
    ? `This job has changed. It is now ${now.together}.`
    : `This class has changed. It is now ${formatShortDate(now.date)}, ${formatTimeRange(now.startTime, now.endTime)}.`;
}
