import '#web/styles/base.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { DottedLine } from '#web/ui/dotted-line.tsx';

afterEach(() => document.body.replaceChildren());

/** Where each fact of a line is at a width: its row's edge, the middle of its dot (null for none), and its text. */
function lay(width: number, style: string): { edge: number; dot: number | null; text: number }[] {
  const place = document.createElement('div');
  place.style.cssText = `width:${width}px;font:14px sans-serif;${style}`;
  document.body.replaceChildren(place);
  flushSync(() =>
    createRoot(place).render(<DottedLine text={'Math, science\u00A0· @ruth_example · 12 open · Active'} />),
  );
  return [...place.querySelectorAll<HTMLElement>('.relative')].map((fact) => {
    const before = getComputedStyle(fact, '::before');
    const words = document.createRange();
    words.selectNode(fact.lastChild ?? fact);
    const box = fact.getBoundingClientRect();
    return {
      edge: place.getBoundingClientRect().left,
      dot: before.content === 'none' ? null : box.left + Number.parseFloat(before.left) + 1.25,
      text: words.getBoundingClientRect().left,
    };
  });
}

test.each([
  ['usual spacing', ''],
  ['the spacing of WCAG 1.4.12', 'line-height:1.5;letter-spacing:0.12em;word-spacing:0.16em'],
])('no row ends or begins with a dot, and no dot lies over text, with %s', (_, style) => {
  const seen = { first: 0, further: 0 };
  for (let width = 90; width <= 420; width += 10)
    for (const { edge, dot, text } of lay(width, style)) {
      // The dot before the first fact of a row is outside, where it is cut off.
      const isFirst = Math.abs(text - edge) < 1;
      seen[isFirst ? 'first' : 'further'] += 1;
      if (isFirst) expect(dot ?? edge - 2, `${width} px`).toBeLessThan(edge - 1);
      else expect([dot !== null && dot > edge, dot !== null && dot < text - 1], `${width} px`).toEqual([true, true]);
    }
  expect(Math.min(seen.first, seen.further)).toBeGreaterThan(10);
  expect(document.body.textContent).toBe('Math, science · @ruth_example · 12 open · Active');
});
