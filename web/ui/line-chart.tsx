import { percentAt } from '#web/ui/chart-scale.ts';
import { GridLines } from '#web/ui/grid-lines.tsx';

type Point = {
  key: string;
  tick: string;
  /** The values are in percent. It is null if there is nothing to divide by: the line has a gap there. */
  value: number | null;
  /** The tooltip. */
  title: string;
};

const top = 22;
const height = 112;
const steps = [0, 50, 100];
const yOf = (value: number) => top + height * (1 - value / 100);

/**
 * Percentages over time, from 0 to 100, with the values at both ends. Decorative: the table next to it has the same
 * data.
 */
export function LineChart({ points }: { points: readonly Point[] }) {
  const slot = 1 / points.length;
  const known = points
    .map(({ value }, index) => ({ value, index }))
    .filter((point): point is { value: number; index: number } => point.value !== null);
  const ends = new Set([known[0]?.index, known.at(-1)?.index]);
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-caption tabular-nums">
      <svg className="block h-40 w-9 overflow-visible">
        {steps.map((step) => (
          <text key={step} x="100%" y={yOf(step) + 4} textAnchor="end" className="fill-ink-3">
            {step}%
          </text>
        ))}
      </svg>
      <svg className="block h-40 w-full overflow-visible">
        <GridLines steps={steps} yOf={yOf} />
        <svg y={top} width="100%" height={height} viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
          <path
            d={pathThrough(points.map(({ value }) => value))}
            fill="none"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
            className="stroke-accent"
          />
        </svg>
        {points.map(({ key, tick, value, title }, index) => {
          const x = percentAt((index + 0.5) * slot);
          return (
            <g key={key}>
              <title>{title}</title>
              <rect x={percentAt(index * slot)} width={percentAt(slot)} y={top} height={height} fill="transparent" />
              {value === null ? null : (
                <circle cx={x} cy={yOf(value)} r="4" strokeWidth="2" className="fill-accent stroke-surface" />
              )}
              {value !== null && ends.has(index) ? (
                <text
                  x={x}
                  y={yOf(value) + (descends(points, index) ? 19 : -9)}
                  textAnchor="middle"
                  className="fill-ink font-semibold"
                >
                  {Math.round(value)}%
                </text>
              ) : null}
              <text
                x={x}
                y={top + height + 18}
                textAnchor="middle"
                className={index % 2 === points.length % 2 ? 'fill-ink-3 max-sm:hidden' : 'fill-ink-3'}
              >
                {tick}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Returns whether the line falls to a point. Then its value is placed below, clear of the line. */
function descends(points: readonly Point[], index: number): boolean {
  return (points[index - 1]?.value ?? 0) > (points[index]?.value ?? 0);
}

/** Returns a path in a box of 100 by 100. Null values interrupt it. */
function pathThrough(values: readonly (number | null)[]): string {
  const slot = 100 / values.length;
  return values
    .map((value, index) => {
      if (value === null) return '';
      const before = values[index - 1];
      return `${before === null || before === undefined ? 'M' : 'L'}${((index + 0.5) * slot).toFixed(2)} ${(100 - value).toFixed(2)}`;
    })
    .join('');
}
