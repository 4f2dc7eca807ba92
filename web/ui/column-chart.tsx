import { useId } from 'react';
import { percentAt, stepsTo } from '#web/ui/chart-scale.ts';
import { ChartTextures, type ChartTone, toneOf } from '#web/ui/chart-tones.tsx';
import { GridLines } from '#web/ui/grid-lines.tsx';

type Column = {
  key: string;
  /** The label under the column. Not every column needs one. */
  tick?: string;
  /** The tooltip. */
  title: string;
  /** The parts go from the bottom up. */
  parts: readonly { tone: ChartTone; value: number }[];
};

const top = 8;
const height = 132;
const ticks = 22;

/** Counts as stacked columns on a common axis. Decorative: the table next to it has the same data. */
export function ColumnChart({ columns }: { columns: readonly Column[] }) {
  const id = useId();
  const most = Math.max(...columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const steps = stepsTo(most);
  const last = steps.at(-1) ?? 1;
  const yOf = (value: number) => top + height * (1 - value / last);
  const slot = 1 / columns.length;
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-caption tabular-nums">
      <div className="w-6">
        <svg className="block h-40.5 w-full overflow-visible">
          {steps.map((step) => (
            <text key={step} x="100%" y={yOf(step) + 4} textAnchor="end" className="fill-ink-3">
              {step}
            </text>
          ))}
        </svg>
      </div>
      <svg className="block h-40.5 w-full overflow-visible">
        <ChartTextures id={id} />
        <GridLines steps={steps} yOf={yOf} />
        {columns.map(({ key, tick, title, parts }, index) => (
          <g key={key}>
            <title>{title}</title>
            {/* The entire slot has the tooltip. */}
            <rect x={percentAt(index * slot)} width={percentAt(slot)} y={top} height={height} fill="transparent" />
            {stacked(parts).map(({ tone, from, to }) => (
              <rect
                key={tone}
                x={percentAt((index + 0.2) * slot)}
                width={percentAt(0.6 * slot)}
                y={yOf(to) + 0.75}
                height={Math.max(yOf(from) - yOf(to) - 1.5, 0.5)}
                {...toneOf(tone, id)}
              />
            ))}
            {tick === undefined ? null : (
              <text
                x={percentAt((index + 0.5) * slot)}
                y={top + height + ticks - 4}
                textAnchor="middle"
                className="fill-ink-3"
              >
                {tick}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

function stacked(parts: Column['parts']): { tone: ChartTone; from: number; to: number }[] {
  let from = 0;
  return parts.flatMap(({ tone, value }) => {
    if (value === 0) return [];
    const part = { tone, from, to: from + value };
    from = part.to;
    return [part];
  });
}
