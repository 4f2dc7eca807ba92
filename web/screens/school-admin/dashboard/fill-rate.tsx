import { useId } from 'react';
import type { VacancyReport } from '#web/features/reports/queries.ts';
import { Sheet } from '#web/features/reports/sheet.tsx';
import { percentWords } from '#web/features/reports/words.ts';
import { counted } from '#web/words/time.ts';
import { percentAt } from '#web/ui/chart-scale.ts';
import { ChartTextures, type ChartTone, toneOf, ToneMark } from '#web/ui/chart-tones.tsx';

/** Shows how many of a month's vacancies are filled: the percentage, a stacked bar, and the counts. */
export function FillRate({ report }: { report: VacancyReport }) {
  const { total, filled, unconfirmed, noShows, pending, open, fillRate, deleted } = report;
  const parts: readonly { tone: ChartTone; label: string; count: number }[] = [
    { tone: 'filled', label: 'Filled', count: filled },
    { tone: 'pending', label: 'Pending Approval', count: pending },
    { tone: 'open', label: 'Open', count: open },
  ];
  return (
    <Sheet id="fill-rate" title="Fill rate">
      {total === 0 ? (
        <p className="text-label text-ink-3">No vacancies</p>
      ) : (
        <p className="-mt-2.5 text-display font-semibold tracking-tight text-ink tabular-nums">
          {percentWords(fillRate)}
        </p>
      )}
      <StackedBar parts={parts} total={total} />
      <dl className="mt-3 text-label">
        {parts.map(({ tone, label, count }) => (
          <div key={tone} className="flex items-center gap-2 border-b border-line py-1.5">
            <ToneMark tone={tone} />
            <dt className="flex-1">{label}</dt>
            <dd className="font-semibold text-ink tabular-nums">{count}</dd>
          </div>
        ))}
        {unconfirmed === 0 ? null : (
          <div className="flex border-b border-line py-1.5">
            <dt className="flex-1">Filled but unconfirmed</dt>
            <dd className="font-semibold text-pending tabular-nums">{unconfirmed}</dd>
          </div>
        )}
        {noShows === 0 ? null : (
          <div className="flex border-b border-line py-1.5">
            <dt className="flex-1">No-shows among filled classes</dt>
            <dd className="font-semibold text-urgent tabular-nums">{noShows}</dd>
          </div>
        )}
        <div className="flex py-1.5 font-semibold text-ink">
          <dt className="flex-1">Total</dt>
          <dd className="tabular-nums">{total}</dd>
        </div>
      </dl>
      {deleted > 0 ? (
        <p className="text-meta text-ink-3">
          {counted(deleted, 'more vacancy', 'more vacancies')} deleted and not counted here.
        </p>
      ) : null}
    </Sheet>
  );
}

function StackedBar({ parts, total }: { parts: readonly { tone: ChartTone; count: number }[]; total: number }) {
  const id = useId();
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, { count }) => sum + count, 0));
  return (
    <svg aria-hidden="true" className="mt-1.5 block h-3 w-full">
      <ChartTextures id={id} />
      {total === 0 ? <rect width="100%" height="12" rx="3" className="fill-subtle" /> : null}
      {parts.map(({ tone, count }, index) =>
        count === 0 ? null : (
          <rect
            key={tone}
            x={percentAt((starts[index] ?? 0) / total)}
            width={percentAt(count / total)}
            y="0.75"
            height="10.5"
            {...toneOf(tone, id)}
          />
        ),
      )}
      {parts.map(({ tone, count }, index) => {
        const start = starts[index] ?? 0;
        const x = percentAt(start / total);
        return count === 0 || start === 0 ? null : (
          <line key={tone} x1={x} x2={x} y1="0" y2="12" strokeWidth="3" className="stroke-surface" />
        );
      })}
    </svg>
  );
}
