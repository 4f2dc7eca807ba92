import { queryOptions, useQuery } from '@tanstack/react-query';
import { listAvailability } from '#contract/users.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { addDays } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { useProfile } from '#web/features/profile/profile.ts';
import { useSession } from '#web/features/session.ts';
import { MissingList } from '#web/features/substitute-home/missing-list.tsx';
import { MyWeek } from '#web/features/substitute-home/my-week.tsx';

/** What the substitute said of the single dates of the week that begins today. */
function weekDatesQuery(today: string) {
  return queryOptions({ queryKey: ['availability', 'week', today], queryFn: ({ signal }) => call(listAvailability, { query: { from: today, to: addDays(today, 6) }, signal }) });
}

/** What is of the substitute's own: the next seven days, and what the profile still lacks. */
export function OwnSide({ today, assignments }: { today: string; assignments: readonly Vacancy[] }) {
  const { schools } = useSession();
  const { data: profile } = useProfile();
  const { data: singleDates } = useQuery(weekDatesQuery(today));
  if (profile === undefined) return null;
  return (
    <>
      {singleDates ? <MyWeek today={today} user={profile} singleDates={singleDates} assignments={assignments} /> : null}
      <MissingList user={profile} schools={schools.length} />
    </>
  );
}
