type DayLineProps = {
  /** When the shift starts and ends, in hours of the day (13.5 is 1:30 PM). */
  start: number;
  end: number;
  /** No longer relevant: drawn in gray. */
  muted?: boolean;
};

/** The scale, in hours. It widens if the shift exceeds it. */
const [from, to] = [7, 16];

/**
 * Shows the part of the day that a shift covers, on a scale from morning to afternoon. The times next to it say the
 * same.
 */
export function DayLine({ start, end, muted = false }: DayLineProps) {
  const first = Math.min(from, Math.floor(start));
  const last = Math.max(to, Math.ceil(end));
  const at = (hour: number) => `${(1 + ((hour - first) / (last - first)) * 98).toFixed(1)}%`;
  return (
    // The line is as wide as its container but doesn't widen it, because an SVG's default width is 300 px.
    <svg aria-hidden="true" className="block h-2 w-0 min-w-full overflow-visible" strokeWidth="4" strokeLinecap="round">
      <line x1="1%" x2="99%" y1="4" y2="4" className="stroke-line" />
      <line x1={at(start)} x2={at(end)} y1="4" y2="4" className={muted ? 'stroke-ink-3' : 'stroke-accent'} />
    </svg>
  );
}
