import { useEffect, useRef } from 'react';
import { join } from '#web/ui/join.ts';

let wanted = false;

/**
 * After navigation, focus moves to the page's heading, so screen readers announce the page. If the page is still
 * loading, its heading takes focus when it appears.
 */
export function focusPageTitle(): void {
  const title = document.querySelector<HTMLElement>('h1[data-page-title]');
  wanted = title === null;
  title?.focus({ preventScroll: true });
}

/** The only h1 of a page. */
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
