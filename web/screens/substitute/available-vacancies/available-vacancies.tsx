import { useState } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { SessionUser } from '#contract/session.ts';
import { localDate } from '#domain/time.ts';
import { useSession } from '#web/session/session.ts';
import { OpenCard } from '#web/features/vacancies/request/open-card.tsx';
import { rowsOf, vacanciesQuery } from '#web/features/vacancies/queries.ts';
import { useAsked } from '#web/features/vacancies/request/use-asked.tsx';
import { useNow } from '#web/words/use-now.ts';
import {
  filterOf,
  useVacancyFilters,
  type VacancyFilters,
} from '#web/screens/substitute/available-vacancies/use-vacancy-filters.ts';
import { isUnfit } from '#web/features/vacancies/request/unfit.ts';
import { unfitTitle } from '#web/screens/substitute/available-vacancies/unfit-title.ts';
import { whichSchools } from '#web/screens/substitute/available-vacancies/which-schools.ts';
import { VacancyFilterFields } from '#web/screens/substitute/available-vacancies/vacancy-filters.tsx';
import { VacancyList } from '#web/features/vacancies/card/vacancy-list.tsx';
import { counted, zoneOf } from '#web/words/time.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { EmptyState } from '#web/ui/page-state.tsx';
import { part } from '#web/ui/part.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

const WhyNotMore = part(() => import('#web/screens/substitute/available-vacancies/why-not-more.tsx'), 'WhyNotMore');

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries) =>
  void queries.prefetchInfiniteQuery(vacanciesQuery({ status: 'open', upcoming: true }));

/** Open vacancies at the substitute's schools, soonest first. The filters and the dialog are in the address. */
export function AvailableVacancies() {
  const user = useSession();
  const now = useNow();
  const filters = useVacancyFilters(user.schools);
  const open = useInfiniteQuery({ ...vacanciesQuery(filterOf(filters)), placeholderData: keepPreviousData });
  const vacancies = rowsOf(open.data);
  const { ask, dialog } = useAsked(vacancies, now);
  const today = localDate(now, zoneOf(user.schools));
  return (
    <>
      <PageHeader title="Available Vacancies">
        {/* Screen readers announce the count when filters change it. */}
        <span role="status">
          {open.data && !open.isPlaceholderData
            ? inOneLine(vacancies.length, open.hasNextPage, user.schools, filters)
            : 'Soonest first'}
        </span>
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {user.isApproved && user.schools.length > 0 ? (
          <VacancyFilterFields filters={filters} schools={user.schools} today={today} />
        ) : null}
        <VacancyList
          key={JSON.stringify(filterOf(filters))}
          query={open}
          label={filters.declined ? 'Declined vacancies' : 'Available vacancies'}
          empty={<Empty user={user} filters={filters} />}
          fold={{ isFolded: isUnfit, titleOf: (folded) => unfitTitle(folded, now) }}
        >
          {(vacancy) => (
            <OpenCard vacancy={vacancy} now={now} acceptLabel="Request to Accept" onAccept={() => ask(vacancy)} />
          )}
        </VacancyList>
        {user.isApproved && user.schools.length > 0 ? <Why /> : null}
      </div>
      {dialog}
    </>
  );
}

/** Shows the reasons why the list isn't longer, collapsed. */
function Why() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="min-w-0">
      <summary className="min-h-touch cursor-pointer py-2 text-label">Why don’t I see more?</summary>
      {isOpen ? <WhyNotMore /> : null}
    </details>
  );
}

function inOneLine(
  count: number,
  more: boolean,
  schools: SessionUser['schools'],
  { count: narrowing, declined }: VacancyFilters,
): string {
  const number = `${count}${more ? '+' : ''}`;
  if (narrowing > 0)
    return `${number} ${declined ? 'declined ' : ''}${count === 1 ? 'vacancy matches' : 'vacancies match'} your ${counted(narrowing, 'filter').replace(/^1 /, '')}`;
  if (declined) return count === 0 ? 'Declined and still open' : `${number} declined and still open`;
  return count === 0 ? 'Soonest first' : `${number} open at ${whichSchools(schools)}, soonest first`;
}

function Empty({ user, filters }: { user: ReturnType<typeof useSession>; filters: VacancyFilters }) {
  return (
    <EmptyState
      icon={icons.search}
      title={filters.declined && filters.count === 0 ? 'Nothing declined' : 'No vacancies available'}
      action={<WayOn user={user} filters={filters} />}
    >
      {whyEmpty(user, filters)}
    </EmptyState>
  );
}

function WayOn({ user, filters }: { user: ReturnType<typeof useSession>; filters: VacancyFilters }) {
  if (filters.declined && filters.count === 0)
    return <Button onClick={() => filters.set('declined', null)}>Show open vacancies</Button>;
  if (filters.count > 0) return <Button onClick={filters.clear}>Clear filters</Button>;
  const hasSchool = user.schools.length > 0;
  if (hasSchool && filters.declined) return null;
  return (
    <Link to={`${paths.substitute.profile}?part=${hasSchool ? 'notices' : 'schools'}`} className={buttonClass()}>
      {hasSchool ? 'How you are notified' : 'Choose schools'}
    </Link>
  );
}

function whyEmpty({ isApproved, schools }: ReturnType<typeof useSession>, { count, declined }: VacancyFilters): string {
  if (!isApproved) return 'You’ll see vacancies once a school administrator approves you.';
  if (schools.length === 0) return 'You haven’t chosen a school yet. Vacancies at the schools you choose appear here.';
  if (schools.every(({ isWaiting }) => isWaiting)) return 'You’ll see vacancies once a school you chose approves you.';
  if (count > 0) return 'Nothing matches your filters.';
  if (declined) return 'None of your declined vacancies are still open.';
  return `Nothing is open at your ${schools.length === 1 ? 'school' : 'schools'} right now. We’ll notify you of new vacancies.`;
}
