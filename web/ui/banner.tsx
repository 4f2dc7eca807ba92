import type { ReactNode } from 'react';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

type Tone = 'note' | 'open' | 'pending' | 'success' | 'danger';

const tones: Record<Tone, { box: string; mark: string; icon: string }> = {
  note: { box: 'bg-subtle', mark: 'text-ink-3', icon: icons.info },
  open: { box: 'bg-open-soft', mark: 'text-open', icon: icons.info },
  pending: { box: 'bg-pending-soft', mark: 'text-pending', icon: icons.clock },
  success: { box: 'bg-filled-soft', mark: 'text-filled', icon: icons.check },
  danger: { box: 'border border-urgent-line bg-danger-soft text-danger-ink', mark: '', icon: icons.alert },
};

type BannerProps = {
  tone?: Tone;
  title?: ReactNode;
  /**
   * The banner has just appeared, so screen readers announce it: as `alert` if it is dangerous, or else as `status`.
   */
  live?: boolean;
  icon?: string;
  /** Buttons under the text. */
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** Shows a tinted line or two next to its subject: a note, something pending, an error. */
export function Banner({ tone = 'note', title, live = false, icon, actions, className, children }: BannerProps) {
  const { box, mark, icon: ownIcon } = tones[tone];
  return (
    <div
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
      className={join('flex items-baseline gap-2.5 rounded-control px-3.5 py-3 text-label', box, className)}
    >
      {/* The icon is aligned with the first line, wherever the buttons move it. */}
      <Icon shape={icon ?? ownIcon} className={join('relative top-1 -mt-1', mark)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-[1_1_18rem] wrap-anywhere">
          {title ? <p className={join('font-semibold', tone !== 'danger' && 'text-ink')}>{title}</p> : null}
          {children}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </div>
  );
}
