import type { Closure } from '#domain/closure.ts';
import { addDays, firstDayOf, lastDayOf, weekdayOf, type Weekday } from '#domain/time.ts';

/** Returns whether the demo district has school on this date: a weekday that isn't a holiday. */
export function isSchoolDay(date: string): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 'saturday' && weekday !== 'sunday' && !isHoliday(date);
}

/** Returns the days of the year from `from` on without school, as the district's schools have them. */
export function closuresFrom(from: string): Closure[] {
  const closures: Closure[] = [];
  for (let date = from; date <= addDays(from, 365); date = addDays(date, 1)) {
    if (!isHoliday(date)) continue;
    const last = closures.at(-1);
    if (last && last.to === addDays(date, -1)) last.to = date;
    else closures.push({ from: date, to: date, name: nameOf(date) });
  }
  return closures;
}

function nameOf(date: string): string {
  const month = Number(date.slice(5, 7));
  const byMonth = ['Martin Luther King Jr. Day', "Presidents' Day", '', '', 'Memorial Day', 'Juneteenth'];
  const later = ['Independence Day', '', 'Labor Day', '', 'Veterans Day', 'Winter break'];
  if (date.slice(5) === '01-01') return 'Winter break';
  if (month === 11 && date.slice(8) > '15') return 'Thanksgiving break';
  return [...byMonth, ...later][month - 1] ?? 'Holiday';
}

/** Returns the first `count` school days from `from` on, inclusive. */
export function schoolDaysFrom(from: string, count: number): string[] {
  const days: string[] = [];
  for (let date = from; days.length < count; date = addDays(date, 1)) {
    if (isSchoolDay(date)) days.push(date);
  }
  return days;
}

/** Returns the school days from `from` to `to`, inclusive. */
export function schoolDaysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (isSchoolDay(date)) days.push(date);
  }
  return days;
}

const fixedHolidays = ['06-19', '07-04', '11-11'];

function isHoliday(date: string): boolean {
  const day = date.slice(5);
  if (fixedHolidays.includes(day) || day >= '12-24' || day === '01-01') return true;
  const thanksgiving = nthWeekday(date, '11', 'thursday', 4);
  return [
    nthWeekday(date, '01', 'monday', 3),
    nthWeekday(date, '02', 'monday', 3),
    lastMondayOfMay(date),
    nthWeekday(date, '09', 'monday', 1),
    thanksgiving,
    addDays(thanksgiving, 1),
  ].includes(date);
}

function nthWeekday(date: string, month: string, weekday: Weekday, nth: number): string {
  let found = firstDayOf(`${date.slice(0, 4)}-${month}`);
  while (weekdayOf(found) !== weekday) found = addDays(found, 1);
  return addDays(found, (nth - 1) * 7);
}

function lastMondayOfMay(date: string): string {
  let found = lastDayOf(`${date.slice(0, 4)}-05`);
  while (weekdayOf(found) !== 'monday') found = addDays(found, -1);
  return found;
}

/**
 * Returns the relative frequency of absences at a time of the year, 1 being an ordinary day: colds in winter, few in
 * the summer session.
 */
export function seasonOf(date: string): number {
  const day = date.slice(5);
  if (day >= '06-12' && day <= '08-24') return 0.12;
  const byMonth = [1.35, 1.4, 1.2, 1.05, 1.15, 0.8, 0.3, 0.4, 0.75, 0.95, 1.15, 1.3];
  return byMonth[Number(day.slice(0, 2)) - 1] ?? 1;
}
