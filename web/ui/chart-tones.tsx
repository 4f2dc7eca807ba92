import { useId, type ReactNode } from 'react';

/** The look of a chart's parts. Color is never the only cue, so each has its own texture (solid, hatched, hollow). */
export type ChartTone = 'filled' | 'pending' | 'open';

const looks: Record<ChartTone, string> = {
  filled: 'fill-filled-solid stroke-filled-solid',
  pending: 'stroke-pending-solid',
  open: 'fill-surface stroke-open-solid',
};

/**
 * The SVG definitions that charts share. `id` is unique on the page. It is included once in each chart with a hatched
 * part.
 */
export function ChartTextures({ id }: { id: string }): ReactNode {
  return (
    <defs>
      <pattern id={`${id}-hatch`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" className="fill-surface" />
        <line x1="0" x2="0" y1="0" y2="5" strokeWidth="5" className="stroke-pending-solid" />
      </pattern>
    </defs>
  );
}

/** Returns the fill and outline of a part, as attributes of a `<rect>`. */
export function toneOf(tone: ChartTone, id: string): { fill?: string; className: string; strokeWidth: number } {
  return { ...(tone === 'pending' ? { fill: `url(#${id}-hatch)` } : {}), className: looks[tone], strokeWidth: 1.5 };
}

/** Shows a tone as a mark next to its label. */
export function ToneMark({ tone }: { tone: ChartTone }) {
  const id = useId();
  return (
    <svg aria-hidden="true" className="block size-3 flex-none">
      <ChartTextures id={id} />
      <rect x="1" y="1" width="10" height="10" rx="2" {...toneOf(tone, id)} />
    </svg>
  );
}

/** Shows the legend of a chart's tones. */
export function ChartLegend({ entries }: { entries: readonly { tone: ChartTone; label: string }[] }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-meta text-ink-2">
      {entries.map(({ tone, label }) => (
        <li key={tone} className="inline-flex items-center gap-1.5">
          <ToneMark tone={tone} />
          {label}
        </li>
      ))}
    </ul>
  );
}
