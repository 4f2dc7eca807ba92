import { addDays, addMonths, firstDayOf, lastDayOf, monthOf, weekdayOf, weekdays } from '#domain/time.ts';

/**
 * The columns of a month's calendar. Its weeks start on Sunday, as in American calendars. The weekly availability
 * starts on Monday.
 */
export const calendarDays = [...weekdays.slice(-1), ...weekdays.slice(0, -1)] as const;

/** Returns the weeks of a month from Sunday to Saturday. Days of other months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = firstDayOf(month);
  const last = lastDayOf(month);
  const weeks: (string | null)[][] = [];
  for (let sunday = addDays(first, -columnOf(first)); sunday <= last; sunday = addDays(sunday, 7)) {
    weeks.push(calendarDays.map((_, at) => addDays(sunday, at)).map((date) => (monthOf(date) === month ? date : null)));
  }
  return weeks;
}

const columnOf = (date: string) => calendarDays.indexOf(weekdayOf(date));

/** Returns the date that a key leads to in the calendar. Returns null for other keys. */
export function dateAfterKey(date: string, key: string): string | null {
  const at = columnOf(date);
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return addDays(date, -at);
    case 'End':
      return addDays(date, 6 - at);
    case 'PageUp':
      return inMonth(date, addMonths(monthOf(date), -1));
    case 'PageDown':
      return inMonth(date, addMonths(monthOf(date), 1));
    default:
      return null;
  }
}

/** The same day of another month, or its last day if it is shorter. */
function inMonth(date: string, month: string): string {
  const same = `${month}${date.slice(7)}`;
  const last = lastDayOf(month);
  return same < last ? same : last;
}
