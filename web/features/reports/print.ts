import { markRoot } from '#web/ui/root.ts';

/**
 * Prints one part of the screen, or saves it as a PDF named `title`: print.css hides the other parts while `data-print`
 * names this one. Printing from the browser's own menu includes both parts, each starting on a new page.
 */
export function printPart(part: 'day' | 'report' | 'more', title: string): void {
  const before = document.title;
  markRoot('print', part);
  document.title = title;
  const restore = () => {
    markRoot('print', null);
    document.title = before;
  };
  addEventListener('afterprint', restore, { once: true });
  print();
}
