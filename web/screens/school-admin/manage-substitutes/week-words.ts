import { type AvailabilityValue, type Week } from '#domain/availability.ts';
import { dayName, type Weekday, weekdays } from '#domain/time.ts';

const parts: Record<Exclude<AvailabilityValue, 'unavailable'>, string> = {
  all_day: 'all day',
  morning: 'mornings',
  afternoon: 'afternoons',
};
const kinds = ['all_day', 'morning', 'afternoon'] as const;

/** Returns a weekly availability in one line: 'Available Monday to Wednesday all day, Friday mornings'. */
export function weekInWords(week: Week | null): string {
  if (week === null) return 'No availability saved yet';
  const groups = kinds
    .map((kind) => ({ kind, days: weekdays.filter((day) => week[day] === kind) }))
    .filter(({ days }) => days.length > 0);
  const [first, ...others] = groups;
  if (first === undefined) return 'Unavailable all week';
  if (others.length === 0 && first.kind === 'all_day') return `Available ${daysInWords(first.days)}`;
  return `Available ${groups.map(({ kind, days }) => partInWords(daysInWords(days), parts[kind])).join(', ')}`;
}

/** Returns 'Friday mornings', but 'every weekday morning'. */
function partInWords(days: string, part: string): string {
  if (!days.startsWith('every') || part === parts.all_day) return `${days} ${part}`;
  return `${days === 'every day' ? 'every' : days} ${part.slice(0, -1)}`;
}

function daysInWords(days: readonly Weekday[]): string {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return '';
  if (days.length === weekdays.length) return 'every day';
  const isRow = weekdays.indexOf(last) - weekdays.indexOf(first) === days.length - 1;
  if (isRow && days.length === 5 && first === 'monday') return 'every weekday';
  return isRow && days.length > 2 ? `${dayName(first)} to ${dayName(last)}` : days.map(dayName).join(', ');
}
