import type { ReactNode } from 'react';
import { join } from '#web/ui/join.ts';

type Fact = { label: string; value: ReactNode; /** Spans the entire row, for longer text. */ wide?: boolean };

/** Names and values in two columns. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={join('grid grid-cols-2 gap-x-5 gap-y-3.5', className)}>
      {facts.map(({ label, value, wide = false }) => (
        // Names and values share their rows with the neighbor's, so values align even if one name takes two lines.
        <div key={label} className={join('row-span-2 grid min-w-0 grid-rows-subgrid gap-0', wide && 'col-span-2')}>
          <dt className="self-end text-meta text-ink-3">{label}</dt>
          <dd className={join('text-label/[1.375rem] wrap-anywhere', wide ? 'text-ink-2' : 'font-medium text-ink')}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
