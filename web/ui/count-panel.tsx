import type { ReactNode } from 'react';
import { join } from '#web/ui/join.ts';

type Count = {
  label: string;
  value: number | string;
  /** A link to the counted items. The entire cell is its target. */
  link?: ReactNode;
  note?: ReactNode;
  /** The note is about people who are waiting. */
  noteIsPending?: boolean;
};

/**
 * Figures of one size in one panel, separated by hairlines: two columns on phones, where an odd last cell spans both,
 * and three on a tablet if a row would wrap.
 */
export function CountPanel({ counts }: { counts: readonly Count[] }) {
  // At full size, '$2,187.50' doesn't fit into a fifth of the page or half of a phone's width.
  const size = counts.some(({ value }) => String(value).length > 7) ? 'text-heading' : 'text-count';
  return (
    <dl
      className={join(
        'card grid auto-cols-fr overflow-hidden max-md:grid-cols-2',
        counts.length > 4 ? 'md:max-lg:grid-cols-3 lg:grid-flow-col' : 'md:grid-flow-col',
      )}
    >
      {counts.map(({ label, link, value, note, noteIsPending }) => (
        // Three rows, shared with the neighboring cells, so figures align however long the labels are.
        <div
          key={label}
          className="relative row-span-3 -mt-px -ml-px grid min-w-0 grid-rows-subgrid border-t border-l border-line px-5 pt-4 pb-4.5 max-md:px-4 max-md:last:odd:col-span-2"
        >
          <dt className="self-end text-meta font-medium text-ink-3 [&>a]:after:absolute [&>a]:after:inset-0 [&>a]:hover:after:bg-ink/4">
            {link ?? label}
          </dt>
          <dd
            className={join(
              'mt-1 wrap-anywhere tracking-[-0.02em] tabular-nums',
              size,
              value === 0 ? 'text-ink-3' : 'font-semibold text-ink',
            )}
          >
            {value}
          </dd>
          {note ? (
            <dd className={join('mt-0.5 text-meta', noteIsPending ? 'font-medium text-pending' : 'text-ink-3')}>
              {note}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}
