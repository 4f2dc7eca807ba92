import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';
import { Spinner } from '#web/ui/spinner.tsx';

export type ButtonVariant = 'filled' | 'outlined' | 'plain' | 'danger' | 'danger-plain';

const variants: Record<ButtonVariant, string> = {
  filled: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover forced-colors:border-2',
  outlined: 'border-line-control/60 bg-surface text-ink hover:bg-subtle',
  // Disabled buttons have the same size as enabled ones.
  plain: 'border-transparent text-ink-2 hover:bg-subtle hover:text-ink disabled:bg-transparent!',
  danger: 'border-transparent bg-danger text-on-accent hover:bg-danger-hover',
  'danger-plain': 'border-transparent text-danger-ink hover:bg-danger-soft disabled:bg-transparent!',
};

/** Returns the classes of a button, for a link that looks like one. */
export function buttonClass(variant: ButtonVariant = 'outlined', className?: string): string {
  return join(
    'inline-flex min-h-control items-center justify-center gap-[7px] rounded-control border px-3.5 text-label font-semibold whitespace-nowrap no-underline transition-colors duration-(--duration-instant) select-none print:hidden',
    variants[variant],
    'disabled:border-transparent disabled:bg-subtle disabled:text-ink-off disabled:cursor-not-allowed',
    className,
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'aria-disabled'> & {
  variant?: ButtonVariant;
  /** The path of an icon before the label. */
  icon?: string;
  /** Waiting for a reply: keeps its width, shows a spinner, stays focusable and does nothing. */
  pending?: boolean;
  /** The label while pending. The default is the usual label. */
  pendingText?: string | undefined;
  /** Its action is done: it looks disabled and does nothing, but keeps the focus. */
  isDone?: boolean;
  children: ReactNode;
};

const face = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-[7px]';

/** Shows a button. The default `type` is "button". */
export function Button({
  variant = 'outlined',
  icon,
  pending = false,
  pendingText,
  isDone = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    // The second click of a double click must not act twice.
    if (pending || isDone || event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      // The type of this component is variable by design. Its default is "button".
      type={type}
      aria-disabled={pending || isDone || undefined}
      onClick={act}
      className={buttonClass(
        variant,
        isDone ? join(className, 'border-transparent! bg-subtle! text-ink-off!') : className,
      )}
    >
      <span className="grid">
        <span className={join(face, pending && 'invisible')}>
          {icon === undefined ? null : <Icon shape={icon} size="small" />}
          {children}
        </span>
        {/* The pending state is laid out from the start, so the button never changes its width. */}
        {pending || pendingText !== undefined ? (
          <span className={join(face, !pending && 'invisible')}>
            <Spinner inButton />
            {pendingText ?? children}
          </span>
        ) : null}
      </span>
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string;
  icon: string;
  size?: 'medium' | 'large';
};

/** Shows an icon-only button. `label` is its accessible name. */
export function IconButton({ label, icon, size = 'medium', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={buttonClass('plain', join('w-control flex-none px-0! pointer-coarse:w-touch', className))}
    >
      <Icon shape={icon} size={size} />
    </button>
  );
}
