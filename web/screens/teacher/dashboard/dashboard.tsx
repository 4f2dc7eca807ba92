import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { localDate } from '#domain/time.ts';
import { absenceReasons } from '#domain/vacancy.ts';
import { part } from '#web/ui/part.tsx';
import { QueryError } from '#web/api/query-error.tsx';
import { useSession } from '#web/session/session.ts';
import { proposalQuery } from '#web/features/vacancies/post/proposal-query.ts';
import { QuickAbsence } from '#web/screens/teacher/dashboard/quick-absence.tsx';
import { hasEnded, zoneOf } from '#web/words/time.ts';
import { ownCoversQuery } from '#web/features/cover/own-covers-query.ts';
import { ComingUp } from '#web/screens/teacher/dashboard/coming-up.tsx';
import { rowsOf, vacanciesQuery, vacancyCountsQuery } from '#web/features/vacancies/queries.ts';
import { useNow } from '#web/words/use-now.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CountPanel } from '#web/ui/count-panel.tsx';
import { PageHeader, SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useAnsweredVacancies } from '#web/features/vacancies/card/use-answered-vacancies.ts';
import { Loading, Skeleton, SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries, { schools }) => {
  if (schools.length > 0) void queries.prefetchQuery(proposalQuery(null, localDate(new Date(), zoneOf(schools))));
  void queries.prefetchQuery(vacancyCountsQuery);
  void queries.prefetchQuery(ownCoversQuery);
  for (const list of [waitingQuery, comingQuery]) void queries.prefetchInfiniteQuery(list);
};

// Its file loads anyway. If it were fetched only when a request waits, React would show the requests 300 ms later.
const WaitingRequests = part(() => import('#web/screens/teacher/dashboard/waiting-requests.tsx'), 'WaitingRequests', {
  isSeenSoon: true,
  fallback: <Loading when label="Loading requests" skeleton={<SkeletonRows />} />,
});

// Most schools don't use cover by colleagues. At the others, it is above everything else, so it loads at once.
const Covers = part(() => import('#web/screens/teacher/dashboard/covers.tsx'), 'Covers', {
  isSeenSoon: true,
});

// Loads with its query, because on most mornings there is no question.
const FeedbackQuestion = part(() => import('#web/screens/teacher/dashboard/feedback-question.tsx'), 'FeedbackQuestion');

const shown = 5;
const waitingQuery = vacanciesQuery({ status: 'pending_approval', upcoming: true, limit: shown });
const comingQuery = vacanciesQuery({ upcoming: true, limit: shown });
const linkClass = 'link inline-flex min-h-6 items-center text-label pointer-coarse:min-h-touch';

/** Shows a teacher's home: posting an absence, requests to answer, upcoming absences, and absences by reason. */
export function TeacherDashboard() {
  const [school] = useSession().schools;
  const covers = useQuery(ownCoversQuery);
  return (
    <>
      <PageHeader
        title="Teacher Dashboard"
        actions={
          <Link to={paths.teacher.createAbsenceRequest} className={buttonClass()}>
            <Icon shape={icons.plus} size="small" />
            Create Absence Request
          </Link>
        }
      >
        {school?.name}
      </PageHeader>
      <QuickAbsence />
      {covers.data?.isOn === true ? <Covers /> : null}
      <Waiting isAfterCovers={!covers.isPending} />
      <Coming isAfterCovers={!covers.isPending} />
      <FeedbackQuestion />
      <Absences />
    </>
  );
}

/** Whether it is known if the school uses cover by colleagues. The section would move everything below it. */
type After = { isAfterCovers: boolean };

/** Renders nothing if no one is waiting. */
function Waiting({ isAfterCovers }: After) {
  const now = useNow();
  const waiting = useInfiniteQuery(waitingQuery);
  const counts = useQuery(vacancyCountsQuery);
  // The request for a class that is over needs no answer.
  const vacancies = rowsOf(waiting.data).filter((one) => !hasEnded(one, now));
  const answered = useAnsweredVacancies(vacancies);
  if (waiting.isError && waiting.data === undefined) {
    return <QueryError query={waiting} title="Requests could not be loaded" />;
  }
  // Reserves no space, because on most mornings no request is waiting.
  if (waiting.isPending || !isAfterCovers) return <Loading when label="Loading requests" skeleton={null} />;
  if (answered.shown.length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <SectionHeader
        id="waiting"
        title="Waiting for your answer"
        count={waiting.hasNextPage ? counts.data?.pending : vacancies.length}
        link={
          <Link to={`${paths.teacher.myVacancies}?tab=pending`} className={linkClass}>
            All requests
          </Link>
        }
      />
      <WaitingRequests answered={answered} now={now} />
    </section>
  );
}

function Absences() {
  const counts = useQuery(vacancyCountsQuery);
  return (
    <section aria-labelledby="absences">
      <SectionHeader id="absences" title="Absences by reason" />
      {counts.isError && counts.data === undefined ? (
        <QueryError query={counts} title="Absences could not be counted" level={3} />
      ) : (
        <Loading when={counts.isPending} label="Loading absences" skeleton={<Skeleton className="h-24 rounded-card" />}>
          {() => {
            const { total = 0, byReason } = counts.data ?? {};
            return (
              <>
                <CountPanel
                  counts={[
                    { label: 'Total Absences', value: total },
                    ...absenceReasons.map((reason) => ({ label: reason, value: byReason?.[reason] ?? 0 })),
                  ]}
                />
                {total === 0 ? null : (
                  <p className="mt-2 text-meta text-ink-3">
                    All absences you’ve posted at your school, past and upcoming. My Vacancies shows your days absent
                    this school year.
                  </p>
                )}
              </>
            );
          }}
        </Loading>
      )}
    </section>
  );
}

function Coming({ isAfterCovers }: After) {
  const now = useNow();
  const coming = useInfiniteQuery(comingQuery);
  const vacancies = rowsOf(coming.data).filter((one) => !hasEnded(one, now));
  return (
    <section aria-labelledby="coming">
      <SectionHeader
        id="coming"
        title="Coming up"
        link={
          vacancies.length === 0 ? null : (
            <Link to={paths.teacher.myVacancies} className={linkClass}>
              See all
            </Link>
          )
        }
      />
      {coming.isError && coming.data === undefined ? (
        <QueryError query={coming} title="Your absences could not be loaded" level={3} />
      ) : (
        <Loading
          when={coming.isPending || !isAfterCovers}
          label="Loading your absences"
          skeleton={<SkeletonRows plain />}
        >
          {() =>
            vacancies.length === 0 ? (
              <EmptyState icon={icons.calendar} title="No upcoming absences" level={3}>
                Post an absence to see it here with its substitute.
              </EmptyState>
            ) : (
              <ComingUp vacancies={vacancies} now={now} />
            )
          }
        </Loading>
      )}
    </section>
  );
}
