import type { User } from '#contract/person.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { parseGeneralAvailability, type DateStatus } from '#domain/availability.ts';
import { formatDate, formatTimeRange } from '#domain/time.ts';
import { nextDays } from '#web/screens/substitute/home/week.ts';
import { ShiftLine } from '#web/features/vacancies/card/vacancy-card.tsx';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

type MyWeekProps = {
  today: string;
  user: User;
  singleDates: readonly { date: string; status: DateStatus; part: 'morning' | 'afternoon' | null }[];
  assignments: readonly Vacancy[];
};

/** Shows the next seven days: the substitute's availability and assignments. */
export function MyWeek({ today, user, singleDates, assignments }: MyWeekProps) {
  const week = parseGeneralAvailability(user.generalAvailability ?? null);
  return (
    <section aria-labelledby="my-week">
      <SectionHeader
        id="my-week"
        title="My week"
        link={
          <Link
            to={paths.substitute.myAvailability}
            className="link inline-flex min-h-6 items-center text-label pointer-coarse:min-h-touch"
          >
            Change<span className="sr-only"> my availability</span>
          </Link>
        }
      />
      <ul className="card grid divide-line max-md:divide-y md:grid-cols-7 md:divide-x">
        {nextDays({ today, week, singleDates, assignments }).map((day) => (
          <li
            key={day.date}
            className="grid min-w-0 content-start gap-x-3 gap-y-1 px-4 py-2.5 text-meta max-md:grid-cols-[4rem_minmax(0,1fr)_5rem] max-md:items-center md:px-3 md:py-3"
          >
            <p className="font-semibold whitespace-nowrap text-ink">
              <span aria-hidden="true">
                {day.name} {Number(day.date.slice(8))}
              </span>
              <span className="sr-only">{formatDate(day.date)}</span>
            </p>
            <ShiftLine start={day.span?.start ?? null} end={day.span?.end ?? null} />
            <p>{day.words}</p>
            {day.assignments.map(({ id, schoolName, startTime, endTime }) => (
              <p key={id} className="flex min-w-0 items-start gap-1.5 text-ink max-md:col-span-3">
                <Icon shape={icons.calendarCheck} size="small" className="mt-px text-accent-ink" />
                <span className="min-w-0 wrap-anywhere">
                  {/* A time stays on one line if it fits. */}
                  {schoolName}, {formatTimeRange(startTime, endTime).replaceAll(/ (?=[AP]M|–)/g, '\u00A0')}
                </span>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
