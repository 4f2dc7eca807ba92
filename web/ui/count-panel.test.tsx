import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CountPanel } from '#web/ui/count-panel.tsx';

const sizesOf = (values: readonly (number | string)[]) =>
  renderToStaticMarkup(<CountPanel counts={values.map((value, at) => ({ label: `Count ${at}`, value }))} />).match(
    /\btext-(?:count|heading)\b/g,
  );

test('the figures of a panel have the same size, a smaller one if any of them is long', () => {
  expect(sizesOf([12, '124:46', 3])).toEqual(['text-count', 'text-count', 'text-count']);
  expect(sizesOf([12, '$2,187.50', 3])).toEqual(['text-heading', 'text-heading', 'text-heading']);
});
