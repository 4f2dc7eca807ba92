import { useQuery } from '@tanstack/react-query';
import { exportBreakdown, getBreakdowns } from '#contract/breakdowns.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { breakdownFacts, type BreakdownReport, type ValueKind } from '#domain/breakdowns.ts';
import { formatMinutes } from '#domain/pay.ts';
import { formatDate } from '#domain/time.ts';
import { reading, keepsPrevious } from '#web/api/reading.ts';
import { HowCounted } from '#web/features/reports/fill/how-counted.tsx';
import type { Days } from '#web/features/reports/fill/queries.ts';
import { PrintedHead } from '#web/screens/school-admin/dashboard/printed-head.tsx';
import { printPart } from '#web/features/reports/print.ts';
import { Awaited, CsvOf, PrintButton, Sheet } from '#web/features/reports/sheet.tsx';
import { dayInReport, percentWords } from '#web/features/reports/words.ts';
import { BarTable } from '#web/ui/bar-table.tsx';
import { Dotted } from '#web/ui/dotted.tsx';

type Tables = ReplyOf<typeof getBreakdowns>['tables'];
type Value = Tables[number]['rows'][number]['values'][number];

/** A table with more rows doesn't fit on a page. Kept whole, it would leave the page before it empty. */
const rowsOfPage = 16;

type BreakdownsProps = { report: BreakdownReport; title: string; days: Days };

/** Shows a report over many days as tables whose rows are bars. */
export function Breakdowns({ report, title, days }: BreakdownsProps) {
  return (
    <>
      <PrintedHead title={title} />
      <Awaited
        query={useQuery(
          reading(
            ['vacancies', 'reports', 'breakdowns', report, days.from, days.to],
            getBreakdowns,
            { query: { report, ...days } },
            keepsPrevious,
          ),
        )}
        what="the report"
      >
        {(reply) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="text-ink-2">
                {formatDate(reply.from)} to {formatDate(reply.to)}
              </p>
              <PrintButton onPrint={() => printPart('more', `${title} ${reply.from} to ${reply.to}`)} />
            </div>
            <div className="grid gap-3 md:grid-cols-2 print:grid-cols-2">
              {reply.tables.map((table) => (
                <OneTable key={table.table} {...table} days={{ from: reply.from, to: reply.to }} />
              ))}
            </div>
          </>
        )}
      </Awaited>
    </>
  );
}

function OneTable({ table, found, rows, days }: Tables[number] & { days: Days }) {
  const { title, of, values, how, none } = breakdownFacts[table];
  const most = Math.max(...rows.map(({ values: [first] }) => (typeof first === 'number' ? first : 0)));
  return (
    <Sheet
      id={table}
      title={title}
      className="md:last:odd:col-span-2 print:last:odd:col-span-2"
      isLong={rows.length > rowsOfPage}
      actions={
        rows.length === 0 ? null : (
          <CsvOf address={`${exportBreakdown.path}?table=${table}&from=${days.from}&to=${days.to}`} of={title} />
        )
      }
    >
      {rows.length === 0 ? (
        <p className="text-ink-3">{none}</p>
      ) : (
        <BarTable
          caption={title}
          heads={[of, values[0]?.head ?? '']}
          rows={rows.map((row) => {
            const [first, ...others] = values.map(({ head, kind }, at) =>
              inWords(row.values[at] ?? null, kind, head, days),
            );
            return {
              key: row.key,
              name: (
                <>
                  {row.name}
                  {others.length === 0 ? null : (
                    <span className="block text-meta text-ink-3">
                      <Dotted text={others.join(' · ')} />
                    </span>
                  )}
                </>
              ),
              share: typeof row.values[0] === 'number' && most > 0 ? row.values[0] / most : 0,
              values: [first],
            };
          })}
        />
      )}
      {rows.length < found ? (
        <p className="mt-3 text-meta text-ink-3">
          These are the first {rows.length} of {found}. The file has all of them.
        </p>
      ) : null}
      <HowCounted of={title}>{how}</HowCounted>
    </Sheet>
  );
}

/** Returns a value with its unit, so that it is clear without the heading. */
function inWords(value: Value, kind: ValueKind, head: string, { to }: Days): string {
  if (value === null) return kind === 'date' ? 'Never' : '–';
  if (typeof value === 'string') return `${head === 'Last day' ? 'last ' : ''}${dayInReport(value, to)}`;
  switch (kind) {
    case 'days':
      return value === 1 ? '1 day' : `${value} days`;
    case 'minutes':
      return `${formatMinutes(value)} h`;
    case 'percent':
      return head === 'Share' || head === 'Kept' ? percentWords(value) : `${percentWords(value)} ${head}`;
    default:
      return `${value} ${unitOf(head, value)}`;
  }
}

const units: Record<string, [one: string, many: string]> = {
  Dates: ['date', 'dates'],
  Classes: ['class', 'classes'],
  Schools: ['school', 'schools'],
  'Classes covered': ['class covered', 'classes covered'],
  'Late cancellations': ['late', 'late'],
  'All cancellations': ['in all', 'in all'],
  'No-shows': ['no-show', 'no-shows'],
  Late: ['late', 'late'],
  'Canceled late or no-show': ['canceled late or missed', 'canceled late or missed'],
};

function unitOf(head: string, count: number): string {
  const [one, many] = units[head] ?? ['', ''];
  return count === 1 ? one : many;
}
