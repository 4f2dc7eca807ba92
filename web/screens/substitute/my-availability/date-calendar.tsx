import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { parseGeneralAvailability } from '#domain/availability.ts';
import {
  addDays,
  addMonths,
  firstDayOf,
  formatDate,
  formatMonth,
  isDate,
  isMonth,
  lastDayOf,
  localDate,
  monthOf,
} from '#domain/time.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { hasNothing } from '#web/api/refusal.ts';
import { DateDialog } from '#web/screens/substitute/my-availability/date-dialog.tsx';
import { datesQuery, type SingleDate } from '#web/screens/substitute/my-availability/dates.ts';
import { statusWords } from '#web/words/availability.ts';
import { bookingLook, MonthTable, statusLooks } from '#web/screens/substitute/my-availability/month-table.tsx';
import { rowsOf, vacanciesQuery } from '#web/features/vacancies/queries.ts';
import { useSession } from '#web/session/session.ts';
import { useNow } from '#web/words/use-now.ts';
import { zoneOf } from '#web/words/time.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';
import { MonthNavigator } from '#web/ui/month-navigator.tsx';

/** The marks that a month explains on a phone. */
const marks = ['available', 'morning', 'afternoon', 'preferred', 'unavailable'] as const;

/** Returns the substitute's bookings in a month. */
const bookedQuery = (month: string) =>
  vacanciesQuery({ mine: true, status: 'filled', from: firstDayOf(month), to: lastDayOf(month) });

/** How far ahead the server accepts a date, in days, less one because of time zones. */
const furthestAhead = 2 * 366 - 1;

/** Date exceptions on the calendar of a month. They override the weekly availability. `stored` is the saved week. */
export function DateCalendar({ stored }: { stored: string | null }) {
  const { schools } = useSession();
  const today = localDate(useNow(), zoneOf(schools));
  const last = addDays(today, furthestAhead);
  const layer = useLayer('date');
  const asked =
    layer.open !== null && isDate(layer.open) && layer.open >= today && layer.open <= last ? layer.open : null;
  const [askedMonth, setMonth] = useParam('month');
  const month =
    askedMonth !== null && isMonth(askedMonth) && askedMonth >= monthOf(today) && askedMonth <= monthOf(last)
      ? askedMonth
      : monthOf(asked ?? today);
  const dates = useQuery(datesQuery(month));
  const records = dates.data ?? [];
  const booked = useInfiniteQuery(bookedQuery(month));
  const bookings = rowsOf(booked.data);
  const beside = (months: number) => {
    const to = addMonths(month, months);
    return to < monthOf(today) || to > monthOf(last) ? undefined : () => setMonth(to);
  };
  return (
    <div className="grid gap-4">
      <div className="card grid gap-3 p-5 max-md:p-3">
        <MonthNavigator id="availability-month" month={formatMonth(month)} onPrevious={beside(-1)} onNext={beside(1)} />
        {hasNothing(dates) ? (
          <QueryError query={dates} title="Your dates could not be loaded" level={3} />
        ) : (
          <>
            <MonthTable
              month={month}
              today={today}
              last={last}
              week={parseGeneralAvailability(stored)}
              dates={records}
              bookings={bookings}
              labelledBy="availability-month"
              onPick={layer.show}
              onMonth={setMonth}
            />
            {records.length > 0 || bookings.length > 0 ? <Legend hasBookings={bookings.length > 0} /> : null}
          </>
        )}
      </div>
      {records.length > 0 ? <DateList month={month} records={records} today={today} onPick={layer.show} /> : null}
      {asked !== null && dates.data !== undefined ? (
        <DateDialog
          key={asked}
          date={asked}
          furthest={last}
          record={records.find((record) => record.date === asked)}
          onClose={layer.close}
        />
      ) : null}
    </div>
  );
}

function Legend({ hasBookings }: { hasBookings: boolean }) {
  return (
    <ul aria-label="Marks" className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-ink-3 md:hidden">
      {hasBookings ? (
        <li className="inline-flex items-center gap-1.5">
          <span className={join('grid size-6 place-items-center rounded-tag', bookingLook.tint)}>
            <Icon shape={bookingLook.icon} size="small" />
          </span>
          Booked
        </li>
      ) : null}
      {marks.map((status) => (
        <li key={status} className="inline-flex items-center gap-1.5">
          <span className={join('grid size-6 place-items-center rounded-tag', statusLooks[status].tint)}>
            <Icon shape={statusLooks[status].icon} size="small" />
          </span>
          {statusWords[status]}
        </li>
      ))}
    </ul>
  );
}

type DateListProps = { month: string; records: readonly SingleDate[]; today: string; onPick: (date: string) => void };

/** Shows the month's dates with their notes, which don't fit into a day of the calendar. */
function DateList({ month, records, today, onPick }: DateListProps) {
  return (
    <ul aria-label={`Your dates in ${formatMonth(month)}`} className="card divide-y divide-line">
      {records.map(({ date, status, part, notes }) => (
        <li key={date} className="flex items-center gap-3 px-5 py-3 max-md:px-4">
          <span
            className={join('grid size-7 flex-none place-items-center rounded-tag', statusLooks[part ?? status].tint)}
          >
            <Icon shape={statusLooks[part ?? status].icon} size="small" />
          </span>
          <div className="min-w-0 flex-1 text-label">
            <p>
              <b>{formatDate(date)}</b> <span className="whitespace-nowrap">{statusWords[part ?? status]}</span>
            </p>
            {notes === null ? null : <p className="text-meta wrap-anywhere whitespace-pre-line text-ink-3">{notes}</p>}
          </div>
          {date < today ? null : (
            <Button variant="plain" aria-label={`Change ${formatDate(date)}`} onClick={() => onPick(date)}>
              Change
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
