import { useQuery } from '@tanstack/react-query';
import { listAvailability } from '#contract/availability.ts';
import type { User } from '#contract/person.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { parseGeneralAvailability, type DateStatus } from '#domain/availability.ts';
import { addDays, formatDate, formatTimeRange } from '#domain/time.ts';
import { reading } from '#web/api/reading.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { ShiftLine } from '#web/features/vacancies/card/vacancy-card.tsx';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { nextDays } from '#web/screens/substitute/home/week.ts';
import { useProfile } from '#web/session/profile.ts';
import { useSession } from '#web/session/session.ts';
import { SectionHeader } from '#web/ui/headers.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as icons from '#web/ui/icons.ts';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { part } from '#web/ui/part.tsx';

// It is at the end of the page, and most people have nothing missing.
const MissingList = part(() => import('#web/screens/substitute/home/missing-list.tsx'), 'MissingList');

/** Shows the substitute's own column: the next seven days, and the missing parts of the profile. */
export function OwnSide({ today, assignments }: { today: string; assignments: readonly Vacancy[] }) {
  const { schools } = useSession();
  const profile = useProfile();
  const dates = useQuery(
    reading(['availability', 'week', today], listAvailability, { query: { from: today, to: addDays(today, 6) } }),
  );
  const failed = [profile, dates].find(({ isError, data }) => isError && data === undefined);
  return (
    <>
      {failed ? (
        <QueryError query={failed} title="Your availability could not be loaded" />
      ) : (
        <Loading
          when={profile.isPending || dates.isPending}
          label="Loading your availability"
          skeleton={<SkeletonRows />}
        >
          {() =>
            profile.data && dates.data ? (
              <MyWeek today={today} user={profile.data} singleDates={dates.data} assignments={assignments} />
            ) : null
          }
        </Loading>
      )}
      {profile.data ? <MissingList user={profile.data} schools={schools.length} /> : null}
    </>
  );
}

type MyWeekProps = {
  today: string;
  user: User;
  singleDates: readonly { date: string; status: DateStatus; part: 'morning' | 'afternoon' | null }[];
  assignments: readonly Vacancy[];
};

/** Shows the next seven days: the substitute's availability and assignments. */
function MyWeek({ today, user, singleDates, assignments }: MyWeekProps) {
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
