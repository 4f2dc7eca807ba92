import { markRoot } from '#web/ui/root.ts';

/**
 * Prints one part of the screen, or saves it as PDF under `title`: print.css hides the others while `data-print` names
 * this one. Printed by the browser's own menu, both parts come, each from a page of its own.
 */
export function printPart(part: 'day' | 'report', title: string): void {
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
