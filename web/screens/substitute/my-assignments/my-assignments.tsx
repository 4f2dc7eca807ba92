import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { Parking } from '#web/screens/substitute/my-assignments/parking.tsx';
import { OwnAttendanceSection } from '#web/screens/substitute/my-assignments/own-attendance.tsx';
import { ownAttendanceQuery } from '#web/features/attendance/queries.ts';
import { FreePeriods } from '#web/features/cover/free-periods.tsx';
import { ownCoversQuery } from '#web/features/cover/own-covers-query.ts';
import { AssignmentCard } from '#web/features/vacancies/assignment/assignment-card.tsx';
import { rowsOf, vacanciesQuery } from '#web/features/vacancies/queries.ts';
import { useAssignmentDialogs } from '#web/features/vacancies/assignment/use-assignment-dialogs.tsx';
import { useSession } from '#web/session/session.ts';
import { hasEnded } from '#web/words/time.ts';
import { useNow } from '#web/words/use-now.ts';
import { VacancyList } from '#web/features/vacancies/card/vacancy-list.tsx';
import { Link } from '#web/navigation/link.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useTab } from '#web/navigation/use-tab.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { part } from '#web/ui/part.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

const AssignmentDialog = part(
  () => import('#web/screens/substitute/my-assignments/assignment-dialog.tsx'),
  'AssignmentDialog',
);
const FeedbackOnCard = part(() => import('#web/features/vacancies/feedback/feedback-on-card.tsx'), 'FeedbackOnCard');
const OwnHours = part(() => import('#web/screens/substitute/my-assignments/own-hours.tsx'), 'OwnHours');

const queriesOf = {
  upcoming: vacanciesQuery({ mine: true, status: 'filled', upcoming: true }),
  requested: vacanciesQuery({ mine: true, status: 'pending_approval', upcoming: true }),
  past: vacanciesQuery({ mine: true, status: 'filled', past: true, order: 'latest' }),
};

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries, { isApproved }) => {
  for (const list of Object.values(queriesOf)) void queries.prefetchInfiniteQuery(list);
  if (!isApproved) return;
  void queries.prefetchQuery(ownAttendanceQuery);
  void queries.prefetchQuery(ownCoversQuery);
};

const tabs = ['upcoming', 'requested', 'past'] as const;
type Tab = (typeof tabs)[number];

/** The texts of each tab: its label, and its empty state. */
const words: Record<Tab, { label: string; empty: string; help: string }> = {
  upcoming: {
    label: 'Upcoming',
    empty: 'No upcoming assignments',
    help: 'Your assignments appear here, with the location and lesson plans.',
  },
  requested: {
    label: 'Requested',
    empty: 'No open requests',
    help: 'Your requests appear here until they are answered.',
  },
  past: { label: 'Past', empty: 'No past assignments', help: 'Schools where you’ve taught appear here.' },
};

/** Shows the substitute's assignments, requests and past assignments. The tab is in the address. */
export function MyAssignments() {
  const now = useNow();
  // Attendance, periods to cover, hours and feedback are for approved substitutes only.
  const { isApproved } = useSession();
  // The tabs appear together with what is above them, so they don't move under a finger.
  const attendance = useQuery({ ...ownAttendanceQuery, enabled: isApproved });
  const covers = useQuery({ ...ownCoversQuery, enabled: isApproved });
  const lists = {
    upcoming: useInfiniteQuery(queriesOf.upcoming),
    requested: useInfiniteQuery(queriesOf.requested),
    past: useInfiniteQuery(queriesOf.past),
  };
  // The server's lists go by dates. Once a class of today is over, it is a past one.
  const isOver = (vacancy: Vacancy) => hasEnded(vacancy, now);
  const over = rowsOf(lists.upcoming.data).filter(isOver).toReversed();
  const sorts: Record<Tab, (all: readonly Vacancy[]) => readonly Vacancy[]> = {
    upcoming: (all) => all.filter((vacancy) => !isOver(vacancy)),
    requested: (all) => all,
    past: (all) => [...over, ...all],
  };
  const countOf = (tab: Tab) => (lists[tab].data ? sorts[tab](rowsOf(lists[tab].data)).length : undefined);
  const notEmpty = tabs.find((known) => countOf(known) !== 0);
  // The screen stays on the tab it opened on, where the outcome of the last request is said.
  const [first, setFirst] = useState<Tab | null>(null);
  if (first === null && notEmpty !== undefined && tabs.every((known) => countOf(known) !== undefined))
    setFirst(notEmpty);
  const isEmpty = first === null && notEmpty === undefined;
  const [tab, choose] = useTab(tabs, first ?? notEmpty ?? 'upcoming');
  const { openersOf, dialogs } = useAssignmentDialogs();
  const layer = useLayer('vacancy');
  const opened = Number(layer.open);
  const availableVacancies = (
    <Link to={paths.substitute.availableVacancies} className={buttonClass()}>
      Available Vacancies
    </Link>
  );
  return (
    <>
      <PageHeader
        title="My Assignments & Requests"
        actions={
          <Link to={`${paths.substitute.profile}?part=calendar`} className={buttonClass()}>
            Calendar feed
          </Link>
        }
      >
        Your assignments and requests.
      </PageHeader>
      <Loading
        when={attendance.isLoading || covers.isLoading}
        label="Loading your assignments"
        skeleton={<SkeletonRows plain />}
      >
        {() => (
          <>
            {isApproved ? (
              <>
                <OwnAttendanceSection />
                <FreePeriods />
              </>
            ) : null}
            {isEmpty ? (
              <EmptyState icon={icons.calendar} title="No assignments yet" action={availableVacancies}>
                Request a vacancy, and it appears here with the teacher's answer.
              </EmptyState>
            ) : (
              <Tabs
                label="Assignments and requests"
                tabs={tabs.map((id) => ({
                  id,
                  label: words[id].label,
                  count: countOf(id) ?? (lists[id].isError ? undefined : null),
                }))}
                current={tab}
                onChange={choose}
              >
                {tab === 'past' && isApproved ? <OwnHours /> : null}
                <VacancyList
                  key={tab}
                  query={lists[tab]}
                  sort={sorts[tab]}
                  label={words[tab].label}
                  what={tab === 'requested' ? 'Requests' : 'Assignments'}
                  empty={
                    <EmptyState
                      icon={icons.calendar}
                      title={words[tab].empty}
                      action={tab === 'past' ? null : availableVacancies}
                    >
                      {words[tab].help}
                    </EmptyState>
                  }
                >
                  {(vacancy) => (
                    <AssignmentCard vacancy={vacancy} now={now} {...openersOf(vacancy)}>
                      {tab === 'past' && isApproved ? <FeedbackOnCard vacancy={vacancy} reader="substitute" /> : null}
                      {tab === 'past' ? null : <Parking of={vacancy} />}
                    </AssignmentCard>
                  )}
                </VacancyList>
              </Tabs>
            )}
          </>
        )}
      </Loading>
      {Number.isSafeInteger(opened) && opened > 0 ? (
        <AssignmentDialog id={opened} now={now} openersOf={openersOf} onClose={layer.close} />
      ) : null}
      {dialogs}
    </>
  );
}
