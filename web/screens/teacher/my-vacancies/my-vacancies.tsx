import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { addDays, localDate } from '#domain/time.ts';
import { useSession } from '#web/session/session.ts';
import { VacancyList } from '#web/features/vacancies/card/vacancy-list.tsx';
import { rowsOf, vacanciesQuery, vacancyCountsQuery, type VacancyPages } from '#web/features/vacancies/queries.ts';
import { hasEnded } from '#web/words/time.ts';
import { TeacherCard } from '#web/screens/teacher/my-vacancies/teacher-card.tsx';
import { useNow } from '#web/words/use-now.ts';
import { useTeacherDialogs } from '#web/screens/teacher/my-vacancies/use-teacher-dialogs.tsx';
import { Link } from '#web/navigation/link.tsx';
import { useTab } from '#web/navigation/use-tab.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageHeader, SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { part } from '#web/ui/part.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

// The summary is below the lists.
const OwnYear = part(() => import('#web/features/reports/own-year.tsx'), 'OwnYear');

const pendingQuery = vacanciesQuery({ status: 'pending_approval', upcoming: true });
const openQuery = vacanciesQuery({ status: 'open', upcoming: true });
const comingQuery = vacanciesQuery({ status: 'filled', upcoming: true });

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries) => {
  void queries.prefetchQuery(vacancyCountsQuery);
  for (const list of [pendingQuery, openQuery, comingQuery]) void queries.prefetchInfiniteQuery(list);
};

const ids = ['pending', 'open', 'filled'] as const;
type TabId = (typeof ids)[number];

/** Shows a teacher's own vacancies: requests to review, uncovered classes and covered ones. */
export function MyVacancies() {
  const now = useNow();
  const [school] = useSession().schools;
  const today = localDate(now, school?.timeZone ?? 'UTC');
  const pending = useInfiniteQuery(pendingQuery);
  const open = useInfiniteQuery(openQuery);
  const coming = useInfiniteQuery(comingQuery);
  const past = useInfiniteQuery(vacanciesQuery({ status: 'filled', to: addDays(today, -1), order: 'latest' }));
  const counted = useQuery(vacancyCountsQuery);
  const counts: Partial<Record<TabId, number>> = counted.data ?? {};
  // Reserves space while they load, but not after they failed.
  const unknown = counted.isError ? undefined : null;
  const [tab, choose] = useTab(ids, useFirstNotEmpty(counts));
  const { openersOf, dialogs } = useTeacherDialogs(now);

  const list = (
    query: typeof pending,
    label: string,
    empty: ReactNode,
    more: Pick<Parameters<typeof VacancyList>[0], 'labelledBy' | 'sort'> = {},
  ) => (
    <VacancyList query={query} label={label} empty={empty} {...more}>
      {(vacancy) => (
        <TeacherCard vacancy={vacancy} now={now} onRetry={() => void query.refetch()} open={openersOf(vacancy)} />
      )}
    </VacancyList>
  );
  const isNothingFilled = [coming, past].every(({ data }) => data !== undefined && rowsOf(data).length === 0);
  const isOver = (one: Vacancy) => hasEnded(one, now);
  const countDone = (pages: VacancyPages | undefined) =>
    rowsOf(pages).filter((one) => isOver(one) || one.coveredBy).length;
  const done = { pending: countDone(pending.data), open: countDone(open.data), filled: 0 };
  // The server's lists go by dates. Once a class of today is over, it is a past one.
  const overToday = rowsOf(coming.data).filter(isOver).toReversed();
  const panels: Record<TabId, ReactNode> = {
    pending: list(
      pending,
      'Pending requests',
      <EmptyState icon={icons.personCheck} title="No pending requests.">
        {ids.every((id) => counts[id] === 0)
          ? 'Post an absence first. When substitutes request it, you answer here.'
          : 'When a substitute requests one of your vacancies, you answer here.'}
      </EmptyState>,
    ),
    open: list(
      open,
      'Open vacancies',
      <EmptyState icon={icons.calendar} title="No open vacancies.">
        Absences that you post appear here until a substitute requests them.
      </EmptyState>,
    ),
    filled: isNothingFilled ? (
      <EmptyState icon={icons.calendarCheck} title="No filled vacancies.">
        Once you approve a request, its vacancy appears here with the substitute.
      </EmptyState>
    ) : (
      <div className="grid gap-8">
        {coming.data && rowsOf(coming.data).every(isOver) ? null : (
          <section>
            <SectionHeader id="coming-up" title="Coming up" />
            {list(coming, 'Coming up', null, {
              labelledBy: 'coming-up',
              sort: (all) => all.filter((one) => !isOver(one)),
            })}
          </section>
        )}
        {past.data && rowsOf(past.data).length + overToday.length === 0 ? null : (
          <section>
            <SectionHeader id="past" title="Past" />
            {list(past, 'Past', null, { labelledBy: 'past', sort: (all) => [...overToday, ...all] })}
          </section>
        )}
      </div>
    ),
  };
  return (
    <>
      <PageHeader
        title="My Vacancies"
        actions={
          <Link to={paths.teacher.createAbsenceRequest} className={buttonClass('filled')}>
            <Icon shape={icons.plus} size="small" />
            Create Absence Request
          </Link>
        }
      >
        {/* Reserves its maximum height, so the content below doesn't move. */}
        <span className="block max-sm:min-h-[2lh]">{inOneLine(tab, counts[tab], done[tab])}</span>
      </PageHeader>
      <Tabs
        label="Vacancies by state"
        tabs={[
          { id: 'pending', label: 'Pending Requests', count: counts.pending ?? unknown },
          { id: 'open', label: 'Open Vacancies', count: counts.open ?? unknown },
          { id: 'filled', label: 'Filled Vacancies', count: counts.filled ?? unknown },
        ]}
        current={tab}
        onChange={choose}
      >
        {panels[tab]}
      </Tabs>
      <OwnYear
        said={(days) => `${days} absent so far this school year`}
        by="By reason"
        how="Posted absences through today. A full day counts as 1, and a morning or afternoon as 0.5."
      />
      {dialogs}
    </>
  );
}

/** Returns the first non-empty tab once all have loaded. Later answers don't change it. */
function useFirstNotEmpty(counts: Partial<Record<TabId, number>>): TabId {
  const [first, setFirst] = useState<TabId | null>(null);
  if (first === null && ids.every((id) => counts[id] !== undefined))
    setFirst(ids.find((id) => (counts[id] ?? 0) > 0) ?? 'pending');
  return first ?? 'pending';
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/**
 * The counts of the tabs include classes that are over or covered by colleagues. The sentence doesn't: no one waits for
 * those.
 */
function inOneLine(tab: TabId, all: number | undefined, done: number): string {
  if (all === undefined) return 'Your absences and who covers them.';
  const count = all - done;
  const many = numbers[count] ?? String(count);
  switch (tab) {
    case 'pending':
      return count === 1 ? 'One request is waiting for your answer.' : `${many} requests are waiting for your answer.`;
    case 'open':
      return count === 1 ? 'One class is still uncovered.' : `${many} classes are still uncovered.`;
    case 'filled':
      return 'Your absences and who covers them.';
  }
}
