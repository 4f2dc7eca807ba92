import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { exportTrends } from '#contract/reports.ts';
import { leadTimeNames } from '#domain/report.ts';
import { formatMonth } from '#domain/time.ts';
import { type Trends as Figures, trendsQuery } from '#web/features/reports/queries.ts';
import { AsTable, Awaited, CsvLink, Sheet } from '#web/features/reports/sheet.tsx';
import { lasting, percentWords } from '#web/features/reports/words.ts';
import { BarTable } from '#web/ui/bar-table.tsx';
import { LineChart } from '#web/ui/line-chart.tsx';
import { Table } from '#web/ui/table.tsx';

/**
 * Shows the twelve months up to the report's month: how many vacancies were filled by month and by lead time, and how
 * fast.
 */
export function Trends({ month }: { month: string }) {
  return (
    <Awaited query={useQuery(trendsQuery(month))} what="the last twelve months">
      {(figures) =>
        figures.months.every(({ total }) => total === 0) ? null : (
          <>
            <Months
              months={figures.months}
              actions={<CsvLink endpoint={exportTrends} month={month} of="the last 12 months" />}
            />
            <div className="grid gap-3 md:grid-cols-[3fr_2fr] print:grid-cols-[3fr_2fr]">
              <LeadTimes leadTimes={figures.leadTimes} />
              <TimeToFill minutes={figures.medianMinutesToFill} />
            </div>
          </>
        )
      }
    </Awaited>
  );
}

function Months({ months, actions }: Pick<Figures, 'months'> & { actions: ReactNode }) {
  return (
    <Sheet id="months" title="Fill rate over the last 12 months" actions={actions}>
      <LineChart
        points={months.map(({ month, total, filled, fillRate }) => ({
          key: month,
          tick: formatMonth(month).slice(0, 3),
          value: fillRate,
          title: `${formatMonth(month)}: ${filled} of ${total} filled (${percentWords(fillRate)})`,
        }))}
      />
      <AsTable of="fill rate over the last 12 months">
        <Table
          caption="Fill rate over the last 12 months"
          rows={months}
          keyOf={({ month }) => month}
          columns={[
            { head: 'Month', phone: 'title', renderCell: ({ month }) => formatMonth(month) },
            { head: 'Vacancies', phone: 'labeled', end: true, renderCell: ({ total }) => total },
            { head: 'Filled', phone: 'labeled', end: true, renderCell: ({ filled }) => filled },
            { head: 'Fill rate', phone: 'corner', end: true, renderCell: ({ fillRate }) => percentWords(fillRate) },
          ]}
        />
      </AsTable>
    </Sheet>
  );
}

function LeadTimes({ leadTimes }: Pick<Figures, 'leadTimes'>) {
  return (
    <Sheet id="lead-times" title="Fill rate by lead time">
      <p className="-mt-2.5 mb-3.5 text-meta text-ink-3 print:mb-1.5">
        How far ahead absences were posted, over the last 12 months.
      </p>
      <BarTable
        caption="Fill rate by lead time over the last 12 months"
        heads={['Posted before', 'Fill rate', 'Filled']}
        rows={leadTimes.map(({ leadTime, total, filled, fillRate }) => ({
          key: leadTime,
          name: leadTimeNames[leadTime],
          share: (fillRate ?? 0) / 100,
          values: [percentWords(fillRate), `${filled} of ${total}`],
        }))}
      />
    </Sheet>
  );
}

function TimeToFill({ minutes }: { minutes: number | null }) {
  return (
    <Sheet id="time-to-fill" title="Median time to fill" className="flex flex-col">
      {/* Vertically centered, because the adjacent card is taller. */}
      <div className="my-auto">
        <p className="-mt-2 text-count font-semibold tracking-tight text-ink tabular-nums">
          {minutes === null ? '–' : lasting(minutes)}
        </p>
        <p className="mt-1 text-meta text-ink-3">
          {minutes === null
            ? 'No vacancy from the last 12 months is filled yet.'
            : 'From posting to the current substitute. Half of the filled vacancies of the last 12 months took less time, half took more.'}
        </p>
      </div>
    </Sheet>
  );
}
