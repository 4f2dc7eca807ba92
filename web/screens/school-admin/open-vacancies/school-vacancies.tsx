import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { refetchAtEnd } from '#web/api/refetch-in.ts';
import { AdminCard } from '#web/screens/school-admin/open-vacancies/admin-card.tsx';
import { requestTitles } from '#web/screens/school-admin/open-vacancies/state-words.ts';
import type { AdminDialogs } from '#web/features/office/use-admin-dialogs.tsx';
import { rowsOf, vacanciesQuery, type VacancyFilter } from '#web/features/vacancies/queries.ts';
import { useAnsweredVacancies } from '#web/features/vacancies/card/use-answered-vacancies.ts';
import { SkeletonCards, VacancyList } from '#web/features/vacancies/card/vacancy-list.tsx';
import { localDate } from '#domain/time.ts';
import { dayTitle, weekTitle } from '#web/words/time.ts';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Loading } from '#web/ui/loading.tsx';
import { EmptyState, ErrorState } from '#web/ui/page-state.tsx';

type Part = 'open' | 'filled' | 'past';

type SchoolVacanciesProps = {
  part: Part;
  by: 'day' | 'week';
  /** The search words. It is '' for none. */
  search: string;
  now: Date;
  openersOf: AdminDialogs['openersOf'];
};

const filters: Record<Part, VacancyFilter> = {
  open: { status: 'open', upcoming: true },
  filled: { status: 'filled', upcoming: true },
  past: { past: true, order: 'latest' },
};

const texts: Record<Part, { label: string; icon: string; empty: string; help: string }> = {
  open: {
    label: 'Open vacancies',
    icon: icons.calendar,
    empty: 'No open vacancies.',
    help: 'Absences that teachers post, and vacancies that you create, appear here until they are filled.',
  },
  filled: {
    label: 'Filled vacancies',
    icon: icons.calendarCheck,
    empty: 'No filled vacancies.',
    help: 'Covered vacancies from today on appear here.',
  },
  past: {
    label: 'Past vacancies',
    icon: icons.clock,
    empty: 'No past vacancies.',
    help: 'Once a day is over, its vacancies appear here. You can correct who was there.',
  },
};

/**
 * One part of a school's vacancies, by day or by week. Above the open ones are the requests to review, today's first.
 */
export function SchoolVacancies({ part, by, search, now, openersOf }: SchoolVacanciesProps) {
  const words = search === '' ? {} : { search };
  const list = useInfiniteQuery({
    ...vacanciesQuery({ ...filters[part], ...words }),
    refetchInterval: ({ state: { data } }) => refetchAtEnd(rowsOf(data), Date.now()),
    refetchIntervalInBackground: true,
  });
  const pending = useInfiniteQuery({
    ...vacanciesQuery({ status: 'pending_approval', upcoming: true, ...words }),
    enabled: part === 'open',
  });
  const answered = useAnsweredVacancies(rowsOf(pending.data));
  const { label, icon, empty, help } = texts[part];
  const groupOf = (vacancy: Vacancy) => (by === 'day' ? dayTitle : weekTitle)(vacancy.date, vacancy.timeZone, now);
  const card = (query: typeof list) => (vacancy: Vacancy) => (
    <AdminCard vacancy={vacancy} now={now} onRetry={() => void query.refetch()} open={openersOf(vacancy)} />
  );
  const nothing: ReactNode = (
    <EmptyState icon={icon} title={search === '' ? empty : 'No vacancy found'}>
      {search === '' ? help : 'Search for another word from the title, or part of a name.'}
    </EmptyState>
  );
  const bothFailed = part === 'open' && [list, pending].every(({ isError, data }) => isError && data === undefined);
  if (bothFailed) {
    const retry = () => {
      void list.refetch();
      void pending.refetch();
    };
    return (
      <ErrorState
        title="Vacancies could not be loaded"
        onRetry={retry}
        retrying={list.isFetching || pending.isFetching}
      >
        {list.error ? sentenceOf(list.error) : null}
      </ErrorState>
    );
  }
  const isToday = ({ date, timeZone }: Vacancy) => date === localDate(now, timeZone);
  const waiting = part === 'open' ? answered.shown : [];
  // Today's classes come first, so later requests are below today's open classes.
  const beginsWithToday = part === 'open' && rowsOf(list.data).some(isToday);
  const [first, later] = beginsWithToday
    ? [waiting.filter(isToday), waiting.filter((vacancy) => !isToday(vacancy))]
    : [waiting, []];
  const [firstTitle, laterTitle] = requestTitles(later.length > 0);
  const unanswered = (vacancies: readonly Vacancy[]) => vacancies.filter(({ id }) => answered.keptOf(id) === null);
  const requests = (id: string, title: string, vacancies: Vacancy[]) => (
    <section aria-labelledby={id}>
      <SectionHeader
        id={id}
        title={title}
        count={pending.data === undefined ? undefined : unanswered(vacancies).length}
      />
      <VacancyList
        query={pending}
        answered={{ ...answered, shown: vacancies }}
        isWhole={beginsWithToday && vacancies === first}
        label={title}
        labelledBy={id}
        empty={null}
      >
        {card(pending)}
      </VacancyList>
    </section>
  );
  return (
    // Both lists or none: requests are above open vacancies and would push them down.
    <Loading
      when={part === 'open' && (list.isPending || pending.isPending)}
      label="Loading vacancies"
      skeleton={<SkeletonCards />}
    >
      {() => (
        <div className="grid gap-8">
          {part === 'open' && (first.length > 0 || pending.isError)
            ? requests('pending-requests', firstTitle, first)
            : null}
          {beginsWithToday ? (
            <VacancyList
              key={`today ${search}`}
              query={list}
              label={label}
              sort={(all) => all.filter(isToday)}
              isWhole={!rowsOf(list.data).every(isToday)}
              empty={null}
              groupOf={(vacancy) => dayTitle(vacancy.date, vacancy.timeZone, now)}
            >
              {card(list)}
            </VacancyList>
          ) : null}
          {later.length > 0 ? requests('later-requests', laterTitle, later) : null}
          <VacancyList
            key={`${part} ${search}`}
            query={list}
            label={label}
            sort={(all) => (beginsWithToday ? all.filter((vacancy) => !isToday(vacancy)) : all)}
            empty={beginsWithToday ? null : nothing}
            groupOf={groupOf}
          >
            {card(list)}
          </VacancyList>
        </div>
      )}
    </Loading>
  );
}
