import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { localDate } from '#domain/time.ts';
import { part } from '#web/ui/part.tsx';
import { QueryError } from '#web/api/query-error.tsx';
import { boardQuery, type Dashboard, dashboardQuery } from '#web/features/reports/queries.ts';
import { openNote } from '#web/screens/school-admin/dashboard/board-words.ts';
import { useSession } from '#web/session/session.ts';
import { useNow } from '#web/words/use-now.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CountPanel } from '#web/ui/count-panel.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Loading, Skeleton, SkeletonRows } from '#web/ui/loading.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries, { schools: [school] }) => {
  if (!school) return;
  void queries.prefetchQuery(boardQuery(localDate(new Date(), school.timeZone)));
  void queries.prefetchQuery(dashboardQuery);
};

const DayBoard = part(() => import('#web/screens/school-admin/dashboard/board.tsx'), 'DayBoard', {
  isSeenSoon: true,
  fallback: <Loading when label="Loading the day" skeleton={<SkeletonRows plain />} />,
});
// These parts are below the fold, so they have a separate file for which the day and the counts don't wait.
const Reports = part(() => import('#web/screens/school-admin/dashboard/reports.tsx'), 'Reports', {
  fallback: <Loading when label="Loading the reports" skeleton={<Skeleton className="h-96 rounded-card" />} />,
});

/** Each new school gets this question once. */
const ReasonQuestion = part(() => import('#web/screens/school-admin/dashboard/reason-question.tsx'), 'ReasonQuestion');

/** Shows a school's day and month: the board of the day, then the counts and the reports. */
export function SchoolAdminDashboard() {
  const [school] = useSession().schools;
  const today = localDate(useNow(), school?.timeZone ?? 'UTC');
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Dashboard"
          actions={
            school === undefined ? null : (
              <Link to={`${paths.schoolAdmin.openVacancies}?create=vacancy`} className={buttonClass()}>
                <Icon shape={icons.plus} size="small" />
                Create Vacancy
              </Link>
            )
          }
        >
          {school?.name ?? 'You don’t have a school yet. The platform owner can appoint you to one.'}
        </PageHeader>
      </div>
      {school === undefined ? null : (
        <>
          <DayBoard today={today} />
          <Today schoolId={school.id} />
          <Reports today={today} />
        </>
      )}
    </>
  );
}

/** Shows the cards with their counts, and the question that a new school answers once. */
function Today({ schoolId }: { schoolId: number }) {
  const found = useQuery(dashboardQuery);
  if (found.isError && found.data === undefined) {
    return <QueryError query={found} title="The counts could not be loaded" />;
  }
  return (
    <Loading when={found.isPending} label="Loading the dashboard" skeleton={<Skeleton className="h-24 rounded-card" />}>
      {() =>
        found.data === undefined ? null : (
          <>
            {found.data.reasonDecided ? null : <ReasonQuestion schoolId={schoolId} />}
            <Counts counts={found.data} />
          </>
        )
      }
    </Loading>
  );
}

function Counts({ counts }: { counts: Dashboard }) {
  const now = useNow();
  return (
    <section aria-label="Counts" className="print:hidden">
      <CountPanel
        counts={[
          {
            label: 'Open Vacancies',
            link: linked('Open Vacancies', paths.schoolAdmin.openVacancies),
            value: counts.openVacancies,
            note: <Dotted text={openNote(counts, now)} />,
            noteIsPending: counts.pendingVacancies > 0,
          },
          {
            label: 'Approved Teachers',
            link: linked('Approved Teachers', paths.schoolAdmin.manageTeachers),
            value: counts.approvedTeachers,
            ...waiting(counts.pendingTeachers),
          },
          {
            label: 'Approved Substitutes',
            link: linked('Approved Substitutes', paths.schoolAdmin.manageSubstitutes),
            value: counts.approvedSubstitutes,
            ...waiting(counts.pendingSubstitutes),
          },
          {
            label: 'Filled Vacancies',
            value: counts.filledVacancies,
            ...(counts.unconfirmedVacancies === 0
              ? { note: 'all dates' }
              : { note: `${counts.unconfirmedVacancies} unconfirmed`, noteIsPending: true }),
          },
        ]}
      />
    </section>
  );
}

function linked(label: string, to: string): ReactNode {
  return (
    <Link to={to} className="text-inherit no-underline">
      {label}
    </Link>
  );
}

function waiting(count: number): { note: string; noteIsPending: boolean } {
  return { note: `${count} pending`, noteIsPending: count > 0 };
}
