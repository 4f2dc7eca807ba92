import { useRef, type ComponentProps, type MouseEvent } from 'react';
import { navigate } from '#web/navigation/location.ts';
import { preload } from '#web/navigation/preload.ts';
import { usePlace } from '#web/navigation/place.tsx';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address of the app, with its query if any. */
  to: string;
};

/** How long a pointer must rest on a link before its target is prefetched, in ms. */
const meantAfterMs = 50;

/**
 * Shows a link within the app: no page load, and the screen's file and data are prefetched on hover, focus or touch.
 * The link to the current screen has `aria-current`.
 */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const { path } = usePlace();
  const passing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const mean = () => preload(to);
  const stop = () => clearTimeout(passing.current);
  // A pointer that only passes over the link doesn't count.
  const hover = () => {
    stop();
    passing.current = setTimeout(mean, meantAfterMs);
  };
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const opensElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || opensElsewhere) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      aria-current={to.split('?')[0] === path ? 'page' : undefined}
      {...rest}
      href={to}
      onClick={follow}
      onPointerEnter={hover}
      onPointerLeave={stop}
      onFocus={mean}
      onTouchStart={mean}
    >
      {children}
    </a>
  );
}
