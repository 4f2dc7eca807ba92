import { afterEach, expect, test } from 'vitest';
import '#web/styles/base.css';

afterEach(() => document.body.replaceChildren());

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
  expect(words.height).toBe(title.height);
  expect(text.top).toBe(title.top);
});

test('a compact toast leaves out a second sentence that does not fit, and never cuts its title', () => {
  for (const width of [200, 60]) {
    const [words, title, text] = compact(width);
    expect(text.top).toBeGreaterThanOrEqual(words.bottom);
    expect(title.bottom).toBeLessThanOrEqual(words.bottom);
    expect(title.width).toBeLessThanOrEqual(width);
  }
});

test('a compact toast with a generic title shows its sentence instead, on as many lines as it needs', () => {
  const [words, title, text] = compact(120, 'data-generic');
  expect(title.height).toBe(0);
  expect(text.height).toBeGreaterThan(20);
  expect(words.height).toBe(text.height);
});
