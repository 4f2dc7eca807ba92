import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import type { AvailabilityValue, DateChoice, Week } from '#domain/availability.ts';
import { dayName, formatLongDate, formatTimeRange, monthOf, weekdayOf } from '#domain/time.ts';
import type { SingleDate } from '#web/screens/substitute/my-availability/dates.ts';
import { choiceOf, choiceWords, statusWords } from '#web/words/availability.ts';
import { calendarDays, dateAfterKey, weeksOf } from '#web/screens/substitute/my-availability/month.ts';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

/** The look of each status: a shape and a tint, with its label next to them or in the day's accessible name. */
export const statusLooks: Record<DateChoice, { icon: string; tint: string }> = {
  available: { icon: icons.check, tint: 'bg-filled-soft text-filled' },
  morning: { icon: icons.chevronUp, tint: 'bg-filled-soft text-filled' },
  afternoon: { icon: icons.chevronDown, tint: 'bg-filled-soft text-filled' },
  preferred: { icon: icons.star, tint: 'bg-open-soft text-open' },
  unavailable: { icon: icons.close, tint: 'bg-subtle text-ink-2' },
};

/** The look of a booking. */
export const bookingLook = { icon: icons.calendarCheck, tint: 'bg-accent-soft text-accent-ink' };

/** The weekly availability of a day, short enough for a phone's calendar. */
const shortChoice: Record<AvailabilityValue, string> = {
  unavailable: 'Off',
  morning: 'AM',
  afternoon: 'PM',
  all_day: 'All day',
};

type Booking = Pick<Vacancy, 'date' | 'startTime' | 'endTime' | 'schoolName'>;

type MonthTableProps = {
  month: string;
  /** Today at the schools. Earlier days are read-only. */
  today: string;
  /** The last date that can be set. */
  last: string;
  /** The weekly availability. It is null if none was saved. */
  week: Week | null;
  dates: readonly SingleDate[];
  /** The bookings in this month. */
  bookings: readonly Booking[];
  /** The id of the month's heading, which labels the table. */
  labelledBy: string;
  onPick: (date: string) => void;
  onMonth: (month: string) => void;
};

/**
 * Shows a month as a table of day buttons with a single tab stop: arrows move by day and week, Home and End within the
 * week, Page Up and Page Down by month.
 */
export function MonthTable({
  month,
  today,
  last,
  week,
  dates,
  bookings,
  labelledBy,
  onPick,
  onMonth,
}: MonthTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState(today);
  /** Keyboard navigation moved to another month. Focus follows once it has rendered. */
  const follow = useRef(false);
  const stop = monthOf(at) === month ? at : monthOf(today) === month ? today : `${month}-01`;
  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    table.current?.querySelector<HTMLElement>(`[data-date="${stop}"]`)?.focus();
  }, [stop]);

  const move = (event: KeyboardEvent, date: string) => {
    const to = dateAfterKey(date, event.key);
    if (to === null) return;
    event.preventDefault();
    const beyond = to < `${monthOf(today)}-01` || to > last;
    if (beyond) return;
    follow.current = true;
    setAt(to);
    if (monthOf(to) !== month) onMonth(monthOf(to));
  };
  const days = new Map(dates.map((record) => [record.date, record]));
  return (
    <table ref={table} aria-labelledby={labelledBy} className="w-full table-fixed border-collapse text-label">
      <thead>
        <tr>
          {calendarDays.map((day) => (
            <th
              key={day}
              scope="col"
              abbr={dayName(day)}
              className="pb-2 text-center text-meta font-medium text-ink-3 md:ps-3 md:text-start"
            >
              {dayName(day).slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((row) => (
          <tr key={row.find((date) => date !== null)}>
            {calendarDays.map((weekday, column) => {
              const date = row[column] ?? null;
              if (date === null) return <td key={weekday} aria-hidden="true" />;
              const record = days.get(date);
              const booked = bookings.filter((booking) => booking.date === date);
              const isClosed = date < today || date > last;
              return (
                <td key={weekday} className="p-0.5 align-top">
                  <button
                    type="button"
                    data-date={date}
                    tabIndex={date === stop ? 0 : -1}
                    aria-label={nameOf(date, record, week, booked)}
                    aria-current={date === today ? 'date' : undefined}
                    aria-disabled={isClosed || undefined}
                    onFocus={() => setAt(date)}
                    onKeyDown={(event) => move(event, date)}
                    onClick={() => {
                      if (!isClosed) onPick(date);
                    }}
                    className={join(
                      'grid min-h-12 w-full content-start justify-items-center gap-0.5 rounded-control border py-1.5 md:min-h-17 md:justify-items-start md:px-2',
                      date === today ? 'border-accent-line' : 'border-transparent',
                      isClosed
                        ? 'text-ink-off forced-colors:border-[Canvas] forced-colors:text-[GrayText]'
                        : 'hover:border-line-control',
                      record ? statusLooks[choiceOf(record)].tint : booked.length > 0 ? bookingLook.tint : 'text-ink-2',
                    )}
                  >
                    <span className={join('tabular-nums', date === today && 'font-semibold')}>
                      {Number(date.slice(8))}
                    </span>
                    {booked.length > 0 ? (
                      <span className="inline-flex items-center gap-1 text-caption font-semibold">
                        <Icon shape={bookingLook.icon} size="small" />
                        <span className="max-md:hidden">Booked</span>
                      </span>
                    ) : null}
                    {record ? (
                      <span className="inline-flex items-center gap-1 text-caption font-semibold">
                        <Icon shape={statusLooks[choiceOf(record)].icon} size="small" />
                        <span className="max-md:hidden">{statusWords[choiceOf(record)]}</span>
                      </span>
                    ) : week === null || isClosed || booked.length > 0 ? null : (
                      <span className="text-caption text-ink-3">
                        <span className="md:hidden">{shortChoice[week[weekdayOf(date)]]}</span>
                        <span className="max-md:hidden">{choiceWords[week[weekdayOf(date)]]}</span>
                      </span>
                    )}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns 'Tuesday, November 24, 2026: Unavailable, with a note', or its weekly availability, and its bookings. */
function nameOf(date: string, record: SingleDate | undefined, week: Week | null, booked: readonly Booking[]): string {
  const said = record
    ? `${statusWords[choiceOf(record)]}${record.notes === null ? '' : ', with a note'}`
    : week && `${choiceWords[week[weekdayOf(date)]]} in your weekly availability`;
  const bookings = booked.map(
    ({ startTime, endTime, schoolName }) => `booked ${formatTimeRange(startTime, endTime)} at ${schoolName}`,
  );
  const all = [said, ...bookings].filter((part) => part !== null).join(', ');
  return `${formatLongDate(date)}${all === '' ? '' : `: ${all}`}`;
}
