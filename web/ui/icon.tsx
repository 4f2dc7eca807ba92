import { join } from '#web/ui/join.ts';

const sizes = { small: 'size-[15px]', medium: 'size-[18px]', large: 'size-[22px]', huge: 'size-7' } as const;

type IconProps = { shape: string; size?: keyof typeof sizes; className?: string };

/** One of our line icons (`shape` from icons.ts). Decorative: the text is next to it or in the control's label. */
export function Icon({ shape, size = 'medium', className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 'huge' ? 1.5 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={join('block flex-none', sizes[size], className)}
    >
      <path d={shape} />
    </svg>
  );
}
