import { addDays, addMonths, firstDayOf, lastDayOf, monthOf, weekdayOf, weekdays } from '#domain/time.ts';

/** The weeks of a month from Monday to Sunday; days of its neighbours are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = firstDayOf(month);
  const last = lastDayOf(month);
  const weeks: (string | null)[][] = [];
  for (let monday = addDays(first, -weekdays.indexOf(weekdayOf(first))); monday <= last; monday = addDays(monday, 7)) {
    weeks.push(weekdays.map((_, at) => addDays(monday, at)).map((date) => (monthOf(date) === month ? date : null)));
  }
  return weeks;
}

/** Where a key leads from a date of the calendar; null for keys that lead nowhere. */
export function dateAfterKey(date: string, key: string): string | null {
  const at = weekdays.indexOf(weekdayOf(date));
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

/** The same day of another month, or its last one where it has no such day. */
function inMonth(date: string, month: string): string {
  const same = `${month}${date.slice(7)}`;
  const last = lastDayOf(month);
  return same < last ? same : last;
}
