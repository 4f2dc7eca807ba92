type Printed = 'day' | 'report';

/**
 * Prints one part of the screen, or saves it as a PDF named `title`: print.css hides the other parts while `data-print`
 * names this one. Printing from the browser's own menu includes both parts, each starting on a new page.
 */
export function printPart(part: Printed, title: string): void {
  const { dataset } = document.documentElement;
  const before = document.title;
  dataset['print'] = part;
  document.title = title;
  const restore = () => {
    delete dataset['print'];
    document.title = before;
  };
  addEventListener('afterprint', restore, { once: true });
  print();
}
