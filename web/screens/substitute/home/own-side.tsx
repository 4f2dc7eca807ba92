import { useQuery } from '@tanstack/react-query';
import { listAvailability } from '#contract/availability.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { addDays } from '#domain/time.ts';
import { reading } from '#web/api/reading.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { useProfile } from '#web/session/profile.ts';
import { useSession } from '#web/session/session.ts';
import { MyWeek } from '#web/screens/substitute/home/my-week.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { part } from '#web/ui/part.tsx';

// It is at the end of the page, and most people have nothing missing.
const MissingList = part(() => import('#web/screens/substitute/home/missing-list.tsx'), 'MissingList');

/** Returns the substitute's date exceptions for the week that begins today. */
function weekDatesQuery(today: string) {
  return reading(['availability', 'week', today], listAvailability, { query: { from: today, to: addDays(today, 6) } });
}

/** Shows the substitute's own column: the next seven days, and the missing parts of the profile. */
export function OwnSide({ today, assignments }: { today: string; assignments: readonly Vacancy[] }) {
  const { schools } = useSession();
  const profile = useProfile();
  const dates = useQuery(weekDatesQuery(today));
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
