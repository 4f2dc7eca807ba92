import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDate, formatMonth } from '#domain/time.ts';
import { FillRate } from '#web/screens/school-admin/dashboard/fill-rate.tsx';
import { PrintedHead } from '#web/screens/school-admin/dashboard/printed-head.tsx';
import { type VacancyReport as Report, vacancyReportQuery } from '#web/features/reports/queries.ts';
import { AsTable, Awaited, Sheet } from '#web/features/reports/sheet.tsx';
import { Trends } from '#web/screens/school-admin/dashboard/trends.tsx';
import { VacancyTable } from '#web/screens/school-admin/dashboard/vacancy-table.tsx';
import { percentWords } from '#web/features/reports/words.ts';
import { counted } from '#web/words/time.ts';
import { BarTable } from '#web/ui/bar-table.tsx';
import { ChartLegend, type ChartTone } from '#web/ui/chart-tones.tsx';
import { ColumnChart } from '#web/ui/column-chart.tsx';
import { Table } from '#web/ui/table.tsx';

/**
 * Shows a month of vacancies: how many were filled, the reasons for absence, each day, the year before, and the full
 * table.
 */
export function VacancyReport({ month }: { month: string }) {
  const query = useInfiniteQuery(vacancyReportQuery(month));
  const report = query.data?.pages[0]?.rows;
  return (
    <>
      <PrintedHead title={`Vacancy Report, ${formatMonth(month)}`} />
      <Awaited query={query} what="the vacancy report">
        {() =>
          report === undefined ? null : (
            <>
              <div className="grid gap-3 md:grid-cols-[2fr_3fr] print:grid-cols-[2fr_3fr]">
                <FillRate report={report} />
                <Reasons report={report} />
              </div>
              <Days report={report} />
              <Trends month={month} />
              <VacancyTable query={query} month={report.month} total={report.total} />
            </>
          )
        }
      </Awaited>
    </>
  );
}

function Reasons({ report: { reasons, extraHands } }: { report: Report }) {
  const sorted = reasons.toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason, 'en'));
  return (
    <Sheet id="reasons" title="Reasons for absence">
      <BarTable
        caption="Reasons for absence"
        heads={['Reason', 'Count', 'Percent']}
        rows={sorted.map(({ reason, count, percent }) => ({
          key: reason,
          name: reason,
          share: percent / 100,
          values: [count, percentWords(percent)],
        }))}
      />
      {extraHands === 0 ? null : (
        <p className="mt-3 text-meta text-ink-3">
          {counted(extraHands, 'vacancy', 'vacancies')} for extra hands, without an absent teacher, not counted here.
        </p>
      )}
    </Sheet>
  );
}

const tones: readonly { tone: ChartTone; label: string }[] = [
  { tone: 'filled', label: 'Filled' },
  { tone: 'pending', label: 'Pending Approval' },
  { tone: 'open', label: 'Open' },
];

function Days({ report: { days, month } }: { report: Report }) {
  const busy = days.filter(({ total }) => total > 0);
  if (busy.length === 0) return null;
  return (
    <Sheet id="day-by-day" title={`Filled and open, day by day in ${formatMonth(month)}`}>
      <ChartLegend entries={tones} />
      <ColumnChart
        columns={days.map(({ date, filled, pending, open }) => ({
          key: date,
          ...tickOf(date),
          title: `${formatDate(date)}: ${filled} filled, ${pending} pending, ${open} open`,
          parts: [
            { tone: 'filled', value: filled },
            { tone: 'pending', value: pending },
            { tone: 'open', value: open },
          ],
        }))}
      />
      <AsTable of="filled and open vacancies by day">
        <Table
          caption={`Vacancies by day in ${formatMonth(month)}`}
          rows={busy}
          keyOf={({ date }) => date}
          columns={[
            { head: 'Date', phone: 'title', renderCell: ({ date }) => formatDate(date) },
            { head: 'Filled', phone: 'labeled', end: true, renderCell: ({ filled }) => filled },
            { head: 'Pending Approval', phoneLabel: 'Pending', end: true, renderCell: ({ pending }) => pending },
            { head: 'Open', phone: 'labeled', end: true, renderCell: ({ open }) => open },
            { head: 'Total', phone: 'corner', end: true, renderCell: ({ total }) => total },
          ]}
        />
      </AsTable>
    </Sheet>
  );
}

/** Labels the 1st and every fifth day. */
function tickOf(date: string): { tick?: string } {
  const day = Number(date.slice(8));
  return day === 1 || day % 5 === 0 ? { tick: String(day) } : {};
}
