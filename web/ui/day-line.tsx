import { join } from '#web/ui/join.ts';

type DayLineProps = {
  /** When the shift starts and ends, in hours of the day (13.5 is 1:30 PM). */
  start: number;
  end: number;
  /** The rail, in hours; it widens where the shift goes beyond it. */
  from?: number;
  to?: number;
  /** No longer of concern: drawn in grey. */
  muted?: boolean;
  className?: string;
};

/** The part of the day that a shift covers, on a rail from morning to afternoon. The times beside it say the same. */
export function DayLine({ start, end, from = 7, to = 16, muted = false, className }: DayLineProps) {
  const first = Math.min(from, Math.floor(start));
  const last = Math.max(to, Math.ceil(end));
  const at = (hour: number) => `${(1 + ((hour - first) / (last - first)) * 98).toFixed(1)}%`;
  return (
    // As wide as what holds it, and no reason for that to be wider: a drawing asks for 300 px by itself.
    <svg
      aria-hidden="true"
      className={join('block h-2 w-0 min-w-full overflow-visible', className)}
      strokeWidth="4"
      strokeLinecap="round"
    >
      <line x1="1%" x2="99%" y1="4" y2="4" className="stroke-line" />
      <line x1={at(start)} x2={at(end)} y1="4" y2="4" className={muted ? 'stroke-ink-3' : 'stroke-accent'} />
    </svg>
  );
}
