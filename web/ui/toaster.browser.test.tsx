import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '#web/styles/base.css';
import '#web/styles/signed-in.css';
import { dismissToast, shownToast, showToast } from '#web/ui/toast.ts';
// So that a toast is placed soon.
import '#web/ui/toast-place.ts';
import { Modal } from '#web/ui/modal.tsx';
import { Toaster } from '#web/ui/toaster.tsx';

let root: Root | null = null;

afterEach(() => {
  while (shownToast() !== null) dismissToast(shownToast());
  root?.unmount();
  root = null;
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

test.each([
  ['User removed.', 'none'],
  ['Vacancy deleted', expect.stringContaining('·')],
])('a compact toast separates the title “%s” from its sentence once', async (title, point: unknown) => {
  root = createRoot(document.createElement('div'));
  root.render(<Toaster />);
  showToast({ title, text: 'Ann is no longer a substitute at your school.' });
  await expect.element(page.getByText(title)).toBeInTheDocument();
  document.body.dataset['compact'] = '';
  expect(getComputedStyle(page.getByText(title).element(), '::after').content).toEqual(point);
});

test.each([
  ['Your message was sent to 3 substitute(s).', 'none'],
  ['Absence request created successfully', expect.stringContaining('·')],
])('a compact toast separates “%s” from a third sentence once', async (text, point: unknown) => {
  root = createRoot(document.createElement('div'));
  root.render(<Toaster />);
  showToast({ title: 'Message sent', text, note: 'No email went out.' });
  await expect.element(page.getByText('No email went out.')).toBeInTheDocument();
  document.body.dataset['compact'] = '';
  const points = [...document.querySelectorAll('.toast-words p')].map(
    (one) => getComputedStyle(one, '::after').content,
  );
  expect(points).toEqual([expect.stringContaining('·'), point, 'none']);
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
  root = createRoot(document.createElement('div'));
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

const forms: [string, string][] = [
  ['page', ''],
  [
    'page with a bar that saves',
    '<div data-bar style="position:fixed;inset:auto 0 60px;height:60px"><button>Save</button></div>',
  ],
];

test.each(forms)(
  'on a phone, a toast leaves the field free that gets the focus on a %s full of fields',
  async (_, bar) => {
    await page.viewport(390, 844);
    const fields = '<input style="display:block;height:44px;width:100%;margin:0">'.repeat(40);
    document.body.innerHTML = `<style>.toast-place { position: fixed; inset: auto 16px 16px } .toast svg { width: 20px; height: 20px }</style>
      <main style="position:fixed;inset:0;overflow:hidden">${fields}${bar}</main>
    <nav style="position:fixed;inset:auto 0 0;height:60px"><a href="#x" style="display:block;height:60px">Home</a></nav>`;
    root = createRoot(document.createElement('div'));
    root.render(<Toaster />);
    showToast({ title: 'Draft saved' });
    const toast = page.getByText('Draft saved');
    await expect.element(toast).toBeVisible();
    await expect.poll(() => document.querySelector<HTMLElement>('.toast-place')?.style.opacity).toBe('');
    const box = () => (document.querySelector('[data-toast]') as HTMLElement).getBoundingClientRect();
    const isUnder = (one: Element) => {
      const { top, bottom } = one.getBoundingClientRect();
      return bottom > box().top && top < box().bottom;
    };
    const under = [...document.querySelectorAll('input')].find(isUnder);
    if (under === undefined) throw new Error('No field is under the toast.');
    under.focus({ preventScroll: true });
    await expect.poll(() => isUnder(under)).toBe(false);
    expect([...document.querySelectorAll('nav a, [data-bar] button')].filter(isUnder)).toEqual([]);
  },
);

test('on a phone full of fields, the ground of a toast goes with it', async () => {
  await page.viewport(390, 844);
  const fields = '<input style="display:block;height:44px;width:100%;margin:0">'.repeat(40);
  document.body.innerHTML = `<style>.toast-place { position: fixed; inset: auto 16px 16px }</style>
    <main style="position:fixed;inset:0;overflow:hidden">${fields}</main>
    <nav style="position:fixed;inset:auto 0 0;height:60px"><a href="#x" style="display:block;height:60px">Home</a></nav>`;
  root = createRoot(document.createElement('div'));
  root.render(<Toaster />);
  showToast({ title: 'Draft saved' });
  await expect.element(page.getByText('Draft saved')).toBeVisible();
  const ground = () => {
    const place = document.querySelector('.toast-place');
    return place === null ? 'none' : getComputedStyle(place, '::before').content;
  };
  await expect.poll(ground).toBe('""');
  dismissToast(shownToast());
  await expect.poll(ground).toBe('none');
});

test('on a desktop, a toast under the menu doesn’t break its words beside Undo', async () => {
  await page.viewport(1280, 800);
  document.body.innerHTML = `<main>${'<button style="display:block;width:100%;height:40px">Show</button>'.repeat(40)}</main>
    <style>
      main { margin-left: 300px }
      .toast-place { position: fixed; bottom: 24px; right: 24px; width: 400px }
      .toast { display: flex; gap: 12px; padding: 12px 8px 12px 16px }
      .toast-words { flex: 1; min-width: 0; overflow-wrap: anywhere }
    </style>`;
  root = createRoot(document.createElement('div'));
  root.render(<Toaster />);
  showToast({
    title: 'This assignment is yours.',
    text: 'Grade 2, December 15, 2026, 8:00 AM – 3:00 PM at Cedar Hollow Elementary. You can undo this until 4:56 AM.',
    action: { label: 'Undo', act: () => {} },
  });
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  await expect.poll(() => document.querySelector('.toast-place')?.hasAttribute('data-left')).toBe(true);
  const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  expect(box('.toast-words').width).toBeGreaterThan(120);
  expect(undo.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(box('.toast-words').bottom);
  expect(box('[aria-label=Dismiss]').top).toBeLessThan(box('.toast-words').bottom);
});

/** Shows a toast that can be undone, and then another one. Returns how often the first was undone. */
async function showTwo(more: { about?: number; duration?: number } = {}): Promise<{ undone: number }> {
  const acts = { undone: 0 };
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Toaster />);
  const act = () => {
    acts.undone += 1;
    showToast({ title: 'Undone' });
  };
  showToast({ title: 'School closed', about: 1, duration: 60_000, ...more, action: { label: 'Undo', act } });
  await expect.element(page.getByText('School closed')).toBeVisible();
  showToast({ title: 'Substitute approved', about: 2 });
  await expect.element(page.getByText('Substitute approved')).toBeVisible();
  return acts;
}

const shownTitles = () => [...document.querySelectorAll('.toast p')].map((title) => title.textContent);

test('a toast leaves the Undo of an earlier one within reach, and its own outcome replaces it', async () => {
  const acts = await showTwo();
  expect(document.querySelectorAll('[data-toast]').length).toBe(1);
  // Without the app's styles, it may be out of view.
  await userEvent.keyboard('{F6}{Tab}{Tab}{Enter}');
  expect(acts.undone).toBe(1);
  await expect.poll(shownTitles).toEqual(['Undone']);
});

test('the Undo of an earlier toast is reached by keyboard, and the earlier toast comes back after the newer one', async () => {
  const acts = await showTwo();
  await userEvent.keyboard('{F6}{Tab}{Enter}');
  await expect.poll(shownTitles).toEqual(['School closed']);
  await userEvent.keyboard('{F6}{Tab}{Enter}');
  expect(acts.undone).toBe(1);
});

test('the Undo of an earlier toast ends with its own time', async () => {
  await showTwo({ duration: 1500 });
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.poll(shownTitles, { timeout: 4000 }).toEqual(['Substitute approved']);
});

test('a toast about the same record replaces the earlier one with its Undo, which is no longer true', async () => {
  await showTwo({ about: 2 });
  await expect.poll(shownTitles).toEqual(['Substitute approved']);
});

test('on a desktop, a toast beside a dialog has Undo below its words, too', async () => {
  await page.viewport(1280, 800);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <>
      <Modal open label="Details" onClose={() => undefined} className="">
        <button type="button">Close</button>
      </Modal>
      <Toaster />
    </>,
  );
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
  showToast({ title: 'Substitute approved', action: { label: 'Undo', act: () => undefined } });
  await expect.poll(() => document.querySelector('dialog .toast')).not.toBeNull();
  const toast = document.querySelector('.toast');
  if (toast === null) throw new Error('There is no toast.');
  expect(getComputedStyle(toast).flexWrap).toBe('wrap');
});
