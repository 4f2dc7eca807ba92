import type { ComponentProps, MouseEvent } from 'react';
import { navigate } from '#web/navigation/location.ts';
import { preload } from '#web/navigation/preload.ts';
import { usePlace } from '#web/navigation/place.tsx';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address of the application, with its query where it has one. */
  to: string;
};

/**
 * A link within the application: no page load, and the screen's file is fetched as soon as somebody means it
 * (hovers, focuses, touches). The link to the current screen says so (`aria-current`).
 */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const { path } = usePlace();
  const mean = () => preload(to);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const opensElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || opensElsewhere) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a aria-current={to.split('?')[0] === path ? 'page' : undefined} {...rest} href={to} onClick={follow} onPointerEnter={mean} onFocus={mean} onTouchStart={mean}>
      {children}
    </a>
  );
}
