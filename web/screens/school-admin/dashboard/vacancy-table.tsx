import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { exportVacancyReport } from '#contract/reports.ts';
import { extraHands } from '#domain/vacancy.ts';
import { formatDate, formatMonth } from '#domain/time.ts';
import { printPart } from '#web/features/reports/print.ts';
import type { VacancyReport, VacancyReportPages } from '#web/features/reports/queries.ts';
import { CsvLink, PrintButton } from '#web/features/reports/sheet.tsx';
import { StatusBadge } from '#web/features/vacancies/card/status-badge.tsx';
import { useSession } from '#web/session/session.ts';
import { hasEnded, zoneOf } from '#web/words/time.ts';
import { useNow } from '#web/words/use-now.ts';
import * as icons from '#web/ui/icons.ts';
import { moreOf } from '#web/api/show-more.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { Table } from '#web/ui/table.tsx';

const step = 20;

type VacancyTableProps = { query: UseInfiniteQueryResult<VacancyReportPages>; month: string; total: number };

/** Every vacancy of the month, in pages. Printing includes all of them. */
export function VacancyTable({ query, month, total }: VacancyTableProps) {
  const [shown, setShown] = useState(step);
  const [printing, setPrinting] = useState(false);
  const here = query.data?.pages.flatMap((page) => page.rows.rows) ?? [];
  const rows = here.slice(0, shown);
  const showMore = () => {
    setShown(shown + step);
    if (here.length < shown + step && query.hasNextPage) void query.fetchNextPage();
  };
  const print = async () => {
    setPrinting(true);
    let latest = query;
    while (latest.hasNextPage && !latest.isFetchNextPageError) latest = await latest.fetchNextPage();
    // The browser prints the document in its current state.
    flushSync(() => {
      setShown(Infinity);
      setPrinting(false);
    });
    printPart('report', `Vacancy Report ${formatMonth(month)}`);
  };
  const title = `Vacancies in ${formatMonth(month)}`;
  return (
    <section aria-labelledby="vacancies-of-month" className="card">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-5 pt-4 pb-2 max-md:px-4">
        <h3 id="vacancies-of-month" className="min-w-40 flex-1">
          {title}
        </h3>
        {total === 0 ? null : (
          <div className="flex flex-wrap gap-2 print:hidden">
            <PrintButton onPrint={() => void print()} pending={printing} />
            <CsvLink endpoint={exportVacancyReport} month={month} of={title.toLowerCase()} />
          </div>
        )}
      </div>
      {total === 0 ? <NoVacancies month={month} /> : <Rows rows={rows} caption={title} />}
      {rows.length < total ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-5 py-3 text-meta text-ink-3 max-md:px-4">
          {rows.length} of {total} shown
          <MoreButton {...moreOf(query)} onClick={showMore} className="print:hidden" />
        </p>
      ) : null}
    </section>
  );
}

function NoVacancies({ month }: { month: string }) {
  return (
    <EmptyState icon={icons.calendar} title={`No vacancies in ${formatMonth(month)}`} level={3}>
      The month's absences appear here, with who covered them.
    </EmptyState>
  );
}

function Rows({ rows, caption }: { rows: VacancyReport['rows']; caption: string }) {
  const now = useNow();
  const timeZone = zoneOf(useSession().schools);
  return (
    <Table
      caption={caption}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Date',
          phone: 'title',
          renderCell: ({ date }) => <span className="whitespace-nowrap">{formatDate(date)}</span>,
        },
        {
          head: 'Teacher',
          renderCell: ({ teacherName, absenceReason }) => (
            <TeacherCell name={teacherName} reason={absenceReason ?? extraHands} />
          ),
        },
        { head: 'Reason', phone: 'hidden', renderCell: ({ absenceReason }) => absenceReason ?? extraHands },
        {
          head: 'Substitute',
          renderCell: ({ date, endTime, substituteName, coveredBy }) =>
            coveredBy !== null ? (
              <span className="wrap-anywhere">Covered by colleagues: {coveredBy.join(', ')}</span>
            ) : substituteName === null ? (
              <span className="whitespace-nowrap text-ink-3">
                {hasEnded({ date, endTime, timeZone }, now) ? 'Not covered' : 'No one yet'}
              </span>
            ) : (
              <span className="wrap-anywhere">{substituteName}</span>
            ),
        },
        {
          head: 'Confirmed',
          renderCell: ({ confirmed, isNoShow }) =>
            isNoShow ? (
              <span className="font-semibold text-urgent">No-show</span>
            ) : confirmed === null ? null : confirmed ? (
              'Confirmed'
            ) : (
              <span className="font-semibold text-pending">Unconfirmed</span>
            ),
        },
        {
          head: 'Status',
          phone: 'corner',
          end: true,
          // Paper is as narrow as a small tablet, where a badge may wrap.
          renderCell: ({ status }) => (
            <span className="print:[&>*]:whitespace-nowrap">
              <StatusBadge status={status} />
            </span>
          ),
        },
      ]}
    />
  );
}

/** On a phone, the reason is next to the teacher, not on its own line. */
function TeacherCell({ name, reason }: { name: string; reason: string }) {
  return (
    <>
      <span className="wrap-anywhere">{name}</span>
      <span className="text-ink-3 md:hidden print:hidden">
        {'\u00A0· '}
        {reason}
      </span>
    </>
  );
}
