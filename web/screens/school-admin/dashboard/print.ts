type Printed = 'day' | 'report';

/**
 * Prints one part of the screen, or saves it as PDF under `title`: print.css hides the others while `data-print` names
 * this one. Printed by the browser's own menu, both parts come, each from a page of its own.
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
