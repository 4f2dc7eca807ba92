import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

const tones = {
  accent: 'bg-accent-soft text-accent-ink',
  quiet: 'bg-subtle text-ink-3',
  pending: 'bg-pending-soft text-pending',
  danger: 'bg-danger-soft text-danger-ink',
} as const;

const sizes = { medium: 'size-11', large: 'size-13', huge: 'size-14' } as const;

type DiscProps = { icon: string; tone?: keyof typeof tones; size?: keyof typeof sizes };

/** Shows an icon on a tinted disc. */
export function Disc({ icon, tone = 'quiet', size = 'medium' }: DiscProps) {
  return (
    <span className={join('grid flex-none place-items-center rounded-pill', tones[tone], sizes[size])}>
      <Icon shape={icon} size={size === 'huge' ? 'huge' : size === 'large' ? 'large' : 'medium'} />
    </span>
  );
}
