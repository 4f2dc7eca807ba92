import type { Key, ReactNode } from 'react';
import { percentAt } from '#web/ui/chart-scale.ts';
import { join } from '#web/ui/join.ts';

type BarRow = {
  key: Key;
  name: ReactNode;
  /** The length of the bar, from 0 to 1. */
  share: number;
  /** The values next to the name, the first one bold, one per additional heading. */
  values: readonly ReactNode[];
};

type BarTableProps = {
  caption: string;
  /** The heading of the names, then one per value. */
  heads: readonly string[];
  rows: readonly BarRow[];
};

/**
 * Shows an accessible table whose rows are also bars: name left, values right, the bar below on a track that represents
 * the total.
 */
export function BarTable({ caption, heads, rows }: BarTableProps) {
  return (
    <table role="table" className="block w-full text-label">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only">
        <tr role="row">
          {heads.map((head) => (
            <th key={head} role="columnheader" scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="grid gap-3.5 print:gap-1.5">
        {rows.map(({ key, name, share, values }) => (
          <tr
            key={key}
            role="row"
            className="relative flex flex-wrap items-baseline justify-end gap-x-3 pb-3.5 print:pb-3"
          >
            <th
              role="rowheader"
              scope="row"
              className="min-w-0 flex-1 text-start font-regular wrap-anywhere text-ink-2"
            >
              {name}
              <svg aria-hidden="true" className="absolute inset-x-0 bottom-0 block h-2 w-full">
                <rect width="100%" height="8" rx="4" className="fill-subtle" />
                {share > 0 ? <rect width={percentAt(share)} height="8" rx="4" className="fill-accent" /> : null}
              </svg>
            </th>
            {values.map((value, index) => (
              <td
                key={heads[index + 1]}
                role="cell"
                className={join(
                  'text-end whitespace-nowrap tabular-nums',
                  index === 0 ? 'font-semibold text-ink' : 'min-w-13 text-ink-3',
                )}
              >
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
