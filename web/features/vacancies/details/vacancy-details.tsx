import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, type ReactNode } from 'react';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { shiftName } from '#domain/shift.ts';
import { reachInWords } from '#domain/reach.ts';
import { formatDate, formatTime, formatTimeRange, localDate, localTime } from '#domain/time.ts';
import { reading } from '#web/api/reading.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { QueryError } from '#web/api/query-error.tsx';
import { hasNothing } from '#web/api/refusal.ts';
import { WhoAsks, WhoCovers } from '#web/features/vacancies/card/covering-person.tsx';
import {
  deletedWords,
  type HistoryEntry,
  historyWords,
  undeliveredWords,
  waitingWords,
} from '#web/features/vacancies/details/history-words.ts';
import { JobOfVacancy } from '#web/features/vacancies/details/job-of-vacancy.tsx';
import { isGone } from '#web/features/vacancies/move/conflict.ts';
import { ClassFeedback } from '#web/features/vacancies/feedback/class-feedback.tsx';
import { reachQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { useSession } from '#web/session/session.ts';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';
import { CoveredBy, CoveredInsideBadge } from '#web/features/vacancies/card/covered-by.tsx';
import { StatusBadge } from '#web/features/vacancies/card/status-badge.tsx';
import { Notes } from '#web/features/vacancies/card/notes.tsx';
import { ClassPlans } from '#web/features/vacancies/plans/class-plans.tsx';
import { Duration } from '#web/features/vacancies/card/vacancy-card.tsx';
import { hasEnded } from '#web/words/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Dot, Dotted } from '#web/ui/dotted.tsx';
import { Facts } from '#web/ui/facts.tsx';
import * as icons from '#web/ui/icons.ts';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';

type VacancyDetailsProps = {
  id: number;
  now: Date;
  onClose: () => void;
  /** Returns the buttons before 'Close', disabled if the vacancy is gone: their dialogs may contain text. */
  renderActions?: (vacancy: Vacancy, isGone: boolean) => ReactNode;
};

/** Shows the details of the reader's own vacancy, with its history. It is mounted while it is open. */
export function VacancyDetails({ id, now, onClose, renderActions }: VacancyDetailsProps) {
  const { role } = useSession();
  const vacancy = useQuery(vacancyQuery(id));
  const close = useId();
  // An answer removes the button that had the focus.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) document.getElementById(close)?.focus({ preventScroll: true });
  }, [vacancy.data, close]);
  return (
    <Dialog
      onClose={onClose}
      wide
      title={vacancy.data?.description ?? 'Vacancy'}
      subtitle={vacancy.data ? formatDate(vacancy.data.date) : undefined}
      footer={
        <>
          {vacancy.data ? renderActions?.(vacancy.data, hasNothing(vacancy)) : null}
          <Button id={close} onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {isGone(vacancy.error) ? (
        <div role="alert">
          <EmptyState icon={icons.calendar} title="This vacancy was removed" level={3}>
            It was canceled or deleted, or it’s no longer open to you.
          </EmptyState>
        </div>
      ) : hasNothing(vacancy) ? (
        <QueryError query={vacancy} title="The vacancy could not be loaded" level={3} />
      ) : (
        <Loading
          when={vacancy.isPending}
          label="Loading the vacancy"
          skeleton={<Skeleton className="h-40 rounded-control" />}
        >
          {() =>
            vacancy.data ? <Details vacancy={vacancy.data} now={now} onRetry={() => void vacancy.refetch()} /> : null
          }
        </Loading>
      )}
      {vacancy.data && role === 'school_admin' && hasEnded(vacancy.data, now) ? (
        <ClassFeedback vacancy={vacancy.data} />
      ) : null}
      {vacancy.data && !isGone(vacancy.error) ? <History vacancy={vacancy.data} /> : null}
    </Dialog>
  );
}

function Details({ vacancy, now, onRetry }: { vacancy: Vacancy; now: Date; onRetry: () => void }) {
  const { role } = useSession();
  const {
    id,
    can,
    startTime,
    endTime,
    shiftType,
    hasCustomTimes,
    absenceReason,
    mayNeedChanges,
    additionalNotes,
    isUrgent,
    status,
    coveredBy,
  } = vacancy;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
        <StatusBadge status={status} past={hasEnded(vacancy, now) && !coveredBy} />
        <CoveredInsideBadge coveredBy={coveredBy} />
      </div>
      <JobOfVacancy vacancy={vacancy} />
      {status === 'pending_approval' ? <WhoAsks vacancy={vacancy} now={now} onRetry={onRetry} /> : null}
      {status === 'filled' ? <WhoCovers vacancy={vacancy} /> : null}
      <CoveredBy coveredBy={coveredBy} />
      <Facts
        facts={[
          { label: 'Time', value: formatTimeRange(startTime, endTime) },
          { label: 'Duration', value: <Duration start={startTime} end={endTime} /> },
          { label: 'Shift', value: hasCustomTimes ? 'Custom times' : shiftName(shiftType) },
          ...(vacancy.classInWords === '' ? [] : [{ label: 'Class', value: vacancy.classInWords }]),
          vacancy.isExtraHands
            ? { label: 'Extra hands', value: `No teacher is absent. Contact: ${vacancy.teacherName}`, wide: true }
            : { label: 'Absence Reason', value: absenceReason ?? 'Not shown' },
          // A link in a notification opens the details without the card, which says whose class it is.
          ...(role === 'school_admin' && !vacancy.isExtraHands
            ? [{ label: 'Teacher', value: vacancy.teacherName }]
            : []),
          ...(can.includes('notify') ? [{ label: 'Who fits', value: <WhoFits id={id} />, wide: true }] : []),
          { label: 'May need changes', value: mayNeedChanges ? 'Yes' : 'No' },
          { label: 'Lesson plans', value: <ClassPlans vacancy={vacancy} />, wide: true },
          { label: 'Description', value: <Notes of={additionalNotes} />, wide: true },
        ]}
      />
    </>
  );
}

/**
 * Shows how many substitutes fit an open vacancy and are free, whether or not they were notified, and why the others
 * don't.
 */
function WhoFits({ id }: { id: number }) {
  const { data } = useQuery(reachQuery(id));
  return data === undefined ? '\u2026' : reachInWords([data]);
}

function Unsent({ entry }: { entry: HistoryEntry }) {
  return [undeliveredWords(entry), waitingWords(entry), deletedWords(entry)].map((words, nth) =>
    words === null ? null : (
      <p key={nth} className="text-meta text-ink-2">
        {words}
      </p>
    ),
  );
}

function History({ vacancy: { id, timeZone, isExtraHands } }: { vacancy: Vacancy }) {
  const history = useQuery(reading(['vacancies', 'history', id], listVacancyHistory, { params: { id } }));
  const when = (at: Date): ReactNode => (
    <>
      <span className="whitespace-nowrap">{formatDate(localDate(at, timeZone))}</span>,{' '}
      <span className="whitespace-nowrap">{formatTime(localTime(at, timeZone))}</span>
    </>
  );
  return (
    <section aria-labelledby="vacancy-history" className="border-t border-line pt-4.5">
      <h3 id="vacancy-history" className="mb-2">
        History
      </h3>
      <Loaded query={history} what="the history" level={3} skeleton={<Skeleton className="h-20 rounded-control" />}>
        {(entries) => (
          <ol className="divide-y divide-line">
            {entries.map((entry) => (
              <li key={entry.id} className="grid gap-x-4 py-2 text-label md:grid-cols-[13rem_minmax(0,1fr)]">
                <span className="text-meta text-ink-3 tabular-nums">{when(new Date(entry.at))}</span>
                <div className="min-w-0 wrap-anywhere text-ink">
                  {historyWords(entry, isExtraHands ? 'job' : 'absence')}
                  {entry.reason === null || entry.kind === 'notified' ? null : (
                    <p className="text-meta text-ink-2">“{entry.reason}”</p>
                  )}
                  <Unsent entry={entry} />
                  {entry.offers.length === 0 ? null : (
                    <details className="text-meta text-ink-2">
                      <summary className="min-h-touch w-fit cursor-pointer py-2">Who was notified, and why</summary>
                      <ul className="grid gap-1 pb-1">
                        {entry.offers.map(({ name, why }, nth) => (
                          // Two people may have the same name.
                          <li key={nth}>
                            <span className="text-ink">{name}</span>
                            {why === '' ? null : (
                              <>
                                <Dot />
                                <Dotted text={why} />
                              </>
                            )}
                          </li>
                        ))}
                      </ul>
                    </details>
                  )}
                  {entry.changes === null ? null : (
                    <ul className="text-meta text-ink-2">
                      {entry.changes.map((change) => (
                        <li key={change}>{change}</li>
                      ))}
                    </ul>
                  )}
                </div>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}
