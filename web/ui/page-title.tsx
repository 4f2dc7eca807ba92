import { useEffect, useRef } from 'react';
import { join } from '#web/ui/join.ts';

let wanted = false;

/**
 * After navigation: focus goes to the page's heading, so that whoever does not see it hears where they are. Where
 * the page is still on its way, its heading takes focus as it appears.
 */
export function focusPageTitle(): void {
  const title = document.querySelector<HTMLElement>('h1[data-page-title]');
  wanted = title === null;
  title?.focus({ preventScroll: true });
}

/** The one h1 of a page. */
export function PageTitle({ className, children }: { className?: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!wanted) return;
    wanted = false;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} data-page-title="" className={join(className)}>
      {children}
    </h1>
  );
}
