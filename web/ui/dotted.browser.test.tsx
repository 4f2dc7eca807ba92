import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { Dotted } from '#web/ui/dotted.tsx';

afterEach(() => document.body.replaceChildren());

const facts = ['Math, science', '@ruth_example', '12 open', 'Active'];

/** Returns, for each dot at a width, how wide it is and whether the next fact begins a row. */
function dotsAt(width: number, style: string) {
  const place = document.createElement('p');
  place.style.cssText = `width:${width}px;font:14px sans-serif;overflow-wrap:anywhere;${style}`;
  document.body.replaceChildren(place);
  flushSync(() => createRoot(place).render(<Dotted text={facts.join('\u00A0· ')} />));
  return [...place.querySelectorAll<HTMLElement>('p > span')].map((dot) => {
    const next = document.createRange();
    next.selectNode(dot.nextSibling ?? dot);
    const [first] = next.getClientRects();
    return {
      wide: dot.getBoundingClientRect().width,
      startsRow: (first?.left ?? Infinity) < place.getBoundingClientRect().left + 1,
    };
  });
}

test.each([
  ['usual spacing', ''],
  ['the spacing of WCAG 1.4.12', 'line-height:1.5;letter-spacing:0.12em;word-spacing:0.16em'],
])('no row of facts ends in a dot, with %s', (_, style) => {
  const seen = { atEnds: 0, between: 0 };
  for (let width = 60; width <= 420; width += 10)
    for (const { wide, startsRow } of dotsAt(width, style)) {
      seen[startsRow ? 'atEnds' : 'between'] += 1;
      expect(wide > 4, `${width} px`).toBe(!startsRow);
    }
  expect(Math.min(seen.atEnds, seen.between)).toBeGreaterThan(10);
});

test('the text that is read aloud and copied has its dots', () => {
  dotsAt(300, '');
  expect(document.body.textContent).toBe(facts.join(' · '));
});
