import type { ReactNode } from 'react';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

type Step = { title: string; text: ReactNode; done?: boolean };

/** Shows a sequence of steps. Completed ones have a check mark. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid gap-4">
      {steps.map(({ title, text, done = false }, at) => (
        <li key={title} className="grid grid-cols-[28px_1fr] gap-3 text-label/[1.3125rem]">
          <span
            className={join(
              'grid size-7 place-items-center rounded-pill border-[1.5px] text-meta font-semibold',
              done ? 'border-accent bg-accent text-on-accent' : 'border-accent-line bg-surface text-accent-ink',
            )}
          >
            {done ? <Icon shape={icons.check} size="small" /> : <span aria-hidden="true">{at + 1}</span>}
          </span>
          <span>
            <b className="block">
              {title}
              {done ? <span className="sr-only"> (done)</span> : null}
            </b>
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}
