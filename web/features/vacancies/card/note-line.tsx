import type { ReactNode } from 'react';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

const noteTones = {
  pending: { box: 'bg-pending-soft', mark: 'text-pending', icon: icons.clock },
  filled: { box: 'bg-filled-soft', mark: 'text-filled', icon: icons.check },
};

/** Shows a tinted line on a card. */
export function NoteLine({ tone = 'pending', children }: { tone?: keyof typeof noteTones; children: ReactNode }) {
  const { box, mark, icon } = noteTones[tone];
  return (
    <div
      className={join('flex w-fit max-w-full items-start gap-2 rounded-control px-3 py-2 text-label text-ink-2', box)}
    >
      <Icon shape={icon} size="small" className={join('mt-0.5', mark)} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </div>
  );
}
