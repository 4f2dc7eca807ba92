import { useInfiniteQuery } from '@tanstack/react-query';
import { localDate } from '#domain/time.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { useSession } from '#web/session/session.ts';
import { greeting, todayInOneSentence } from '#web/screens/substitute/home/today.ts';
import { rowsOf, vacanciesQuery } from '#web/features/vacancies/queries.ts';
import { useNow } from '#web/words/use-now.ts';
import { hasEnded, zoneOf } from '#web/words/time.ts';
import { PageHeader } from '#web/ui/headers.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { part } from '#web/ui/part.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

/** How many open vacancies Home searches for today's urgent ones. */
const looksThrough = 20;

const assignedQuery = vacanciesQuery({ mine: true, status: 'filled', upcoming: true });
const requestedQuery = vacanciesQuery({ mine: true, status: 'pending_approval', upcoming: true });
const offeredQuery = vacanciesQuery({ status: 'open', upcoming: true, limit: looksThrough });

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries) => {
  for (const list of [assignedQuery, requestedQuery, offeredQuery]) void queries.prefetchInfiniteQuery(list);
};

// Content below the greeting loads in parallel with its data.
const TodayCards = part(() => import('#web/screens/substitute/home/today-cards.tsx'), 'TodayCards', {
  isSeenSoon: true,
});
const OwnSide = part(() => import('#web/screens/substitute/home/own-side.tsx'), 'OwnSide', {
  isSeenSoon: true,
});
const ChooseSchools = part(() => import('#web/screens/substitute/home/choose-schools.tsx'), 'ChooseSchools');

/** Shows a substitute's day: today's and upcoming assignments, open vacancies, and the missing parts of the profile. */
export function SubstituteHome() {
  const user = useSession();
  const now = useNow();
  const timeZone = zoneOf(user.schools);
  const assigned = useInfiniteQuery(assignedQuery);
  const requested = useInfiniteQuery(requestedQuery);
  const offered = useInfiniteQuery(offeredQuery);

  const lists = [assigned, requested, offered];
  const failed = lists.find((list) => list.isError && list.data === undefined);
  const isLoading = lists.some((list) => list.isPending);
  const assignments = rowsOf(assigned.data).filter((vacancy) => !hasEnded(vacancy, now));
  const requests = rowsOf(requested.data);
  const open = rowsOf(offered.data).filter((vacancy) => !hasEnded(vacancy, now));
  const hasSchool = user.schools.length > 0;
  const sentence = todayInOneSentence({
    now,
    timeZone,
    isApproved: user.isApproved,
    hasSchool,
    nextSchoolDay: user.nextSchoolDay,
    assignments,
    requests,
    open: offered.data && open,
    openHasMore: offered.hasNextPage,
  });
  return (
    <>
      <PageHeader title={greeting(user, now, timeZone)} documentTitle="Home">
        {isLoading || failed ? '\u00A0' : sentence}
      </PageHeader>
      {failed ? (
        <QueryError
          title="Your day could not be loaded"
          query={{
            ...failed,
            refetch: () => Promise.all(lists.filter(({ isError }) => isError).map((list) => list.refetch())),
          }}
        />
      ) : (
        <Loading when={isLoading} label="Loading your day" skeleton={<SkeletonRows plain />}>
          {() => (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8 empty:hidden">
              {hasSchool ? null : <ChooseSchools />}
              <TodayCards now={now} assignments={assignments} requests={requests} open={open}>
                <OwnSide today={localDate(now, timeZone)} assignments={rowsOf(assigned.data)} />
              </TodayCards>
            </div>
          )}
        </Loading>
      )}
    </>
  );
}
