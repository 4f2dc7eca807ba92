import { useEffect, useRef } from 'react';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { join } from '#web/ui/join.ts';

let wanted = false;

/**
 * After navigation, focus moves to the page's heading, so screen readers announce the page. If the page is still
 * loading, its heading takes focus when it appears.
 */
export function focusPageTitle(): void {
  wanted = document.querySelector('h1[tabindex]') === null;
  focusHeading();
}

/** Shows the only h1 of a page. */
export function PageTitle({ className, children }: { className?: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!wanted) return;
    wanted = false;
    focusHeading(heading.current);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={join(className)}>
      {children}
    </h1>
  );
}
