import { HowCounted } from '#web/features/reports/fill/how-counted.tsx';
import type { ReactNode } from 'react';
import { formatShortDate, formatTimeRange } from '#domain/time.ts';
import type { FillReport } from '#web/features/reports/fill/queries.ts';
import { lasting } from '#web/features/reports/words.ts';
import { Dotted } from '#web/ui/dotted.tsx';
import { Table } from '#web/ui/table.tsx';

type Row = FillReport['rows'][number];
type UnfilledProps = { report: FillReport; actions: ReactNode };

/** Shows the latest classes that no one took, and the attempts to fill them. */
export function Unfilled({ report: { rows, unfilled }, actions }: UnfilledProps) {
  const title = 'Unfilled classes and what was tried';
  return (
    <section aria-labelledby="fill-unfilled" className="card">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-5 pt-4 pb-2 max-md:px-4">
        <h3 id="fill-unfilled" className="min-w-40 flex-1">
          {title}
        </h3>
        {rows.length === 0 ? null : <div className="print:hidden">{actions}</div>}
      </div>
      {rows.length === 0 ? (
        <p className="px-5 pb-4 text-ink-3 max-md:px-4">Every class was filled.</p>
      ) : (
        <Table
          caption={title}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              head: 'Date',
              phone: 'title',
              renderCell: ({ date }) => <span className="whitespace-nowrap">{formatShortDate(date)}</span>,
            },
            {
              head: 'Time',
              phone: 'corner',
              renderCell: ({ startTime, endTime }) => formatTimeRange(startTime, endTime),
            },
            {
              head: 'Teacher and class',
              phone: 'labeled',
              renderCell: ({ teacherName, description }) => <Dotted text={`${teacherName} · ${description}`} />,
            },
            { head: 'Posted', phone: 'labeled', renderCell: postedWords },
            { head: 'What was tried', phoneLabel: 'Tried', renderCell: (row) => <Dotted text={triedWords(row)} /> },
          ]}
        />
      )}
      <div className="px-5 pb-4 max-md:px-4">
        {rows.length < unfilled ? (
          <p className="mt-3 text-meta text-ink-3">
            These are the latest {rows.length} of {unfilled}. The file has all of them.
          </p>
        ) : null}
        <HowCounted of={title}>
          Up to 1,000 people are counted for each class: how many were notified, opened it, declined it or requested it.
          A class that colleagues covered counts as unfilled, because no substitute took it, and so does a class whose
          substitute didn’t come. A request counts even if it was withdrawn or rejected later. Notifications are deleted
          after a year unless your installation keeps them longer.
        </HowCounted>
      </div>
    </section>
  );
}

function triedWords({ isCoveredInside, isNoShow, notified, saw, declined, requests }: Row): string {
  const covered = isCoveredInside ? ['Covered by colleagues'] : isNoShow ? ['No-show'] : [];
  if (notified === 0 && saw === 0) return covered[0] ?? 'No one was notified';
  return [
    ...covered,
    `${notified} notified`,
    `${saw} saw it`,
    ...(declined > 0 ? [`${declined} declined`] : []),
    ...(requests > 0 ? [requests === 1 ? '1 request' : `${requests} requests`] : []),
  ].join(' · ');
}

function postedWords({ minutesAhead }: Row): string {
  return minutesAhead < 0 ? 'after its start' : `${lasting(minutesAhead)} ahead`;
}
