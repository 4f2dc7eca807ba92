import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '#web/styles/base.css';
import { showToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';

afterEach(() => {
  document.body.replaceChildren();
  delete document.body.dataset['compact'];
});

/** Returns the boxes of a compact toast's words, as wide as this, and of its title and second sentence. */
function compact(width: number, attributes = ''): [words: DOMRect, title: DOMRect, text: DOMRect] {
  document.body.innerHTML = `<div data-compact style="width:${width}px;font:14px/20px monospace">
    <style>p { margin: 0 }</style><div class="toast-words" ${attributes}><p>3 offers sent</p><p> We’ll ask each substitute.</p></div></div>`;
  const [words, title, text] = [...document.querySelectorAll('.toast-words, p')].map((one) =>
    one.getBoundingClientRect(),
  );
  if (words === undefined || title === undefined || text === undefined) throw new Error('A toast has two sentences.');
  return [words, title, text];
}

test('a compact toast shows both sentences on one line if they fit', () => {
  const [words, title, text] = compact(600);
  expect(words.height).toBeLessThan(2 * 20);
  expect(text.top).toBe(title.top);
});

test('a compact toast keeps its second sentence where it does not fit beside the title', () => {
  for (const width of [200, 60]) {
    const [words, title, text] = compact(width);
    expect(title.height).toBeGreaterThan(0);
    expect(text.height).toBeGreaterThan(0);
    for (const { bottom, right } of [title, text]) {
      expect(bottom).toBeLessThanOrEqual(words.bottom);
      expect(right).toBeLessThanOrEqual(words.right);
    }
  }
});

test('a compact toast separates its sentences, which may have no period', () => {
  compact(200);
  const points = [...document.querySelectorAll('.toast-words p')].map(
    (sentence) => getComputedStyle(sentence, '::after').content,
  );
  expect(points).toEqual([expect.stringContaining('·'), 'none']);
});

test('a compact toast with a generic title shows its sentence instead, on as many lines as it needs', () => {
  const [words, title, text] = compact(120, 'data-generic');
  expect(title.height).toBe(0);
  expect(text.height).toBeGreaterThan(20);
  expect(text.top).toBeGreaterThanOrEqual(words.top);
  expect(text.bottom).toBeLessThanOrEqual(words.bottom);
});

test.each([
  ['Success', 'Vacancy posted.'],
  ['Error', 'Failed to assign substitute.'],
])('a compact toast does not say only “%s”', async (title, text) => {
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(<Toaster />);
  showToast({ title, text, destructive: title === 'Error' });
  const sentence = page.getByText(text);
  await expect.element(sentence).toBeInTheDocument();
  // The toast would make itself compact only on a crowded page.
  document.body.dataset['compact'] = '';
  expect(page.getByText(title, { exact: true }).element().getBoundingClientRect().height).toBe(0);
  expect(sentence.element().getBoundingClientRect().height).toBeGreaterThan(0);
  root.unmount();
});
