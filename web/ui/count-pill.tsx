import { join } from '#web/ui/join.ts';

type CountPillProps = {
  count: number;
  /** Filled with the accent color: the item next to it is the current one. */
  active?: boolean;
  /** The word for the things counted ("waiting"), for screen readers. */
  unit?: string;
  className?: string;
};

/** Shows a small number after a label. Above 99 it shows "99+". */
export function CountPill({ count, active = false, unit, className }: CountPillProps) {
  return (
    <span
      className={join(
        'inline-grid h-5 min-w-[22px] place-items-center rounded-pill px-1.5 text-caption font-semibold tabular-nums',
        active ? 'bg-accent text-on-accent' : 'bg-subtle text-ink-2',
        className,
      )}
    >
      <span>
        {count > 99 ? '99+' : count}
        {unit === undefined ? null : <span className="sr-only"> {unit}</span>}
      </span>
    </span>
  );
}
