import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { patience } from '#web/testing/tab.ts';
import { keepFocus } from '#web/ui/kept-focus.ts';
import { showToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

/** Shows a page, and returns the elements of these selectors. */
function put(content: string, ...selectors: string[]): HTMLElement[] {
  document.body.innerHTML = `<main><h1 tabindex="-1">Dashboard</h1>${content}</main>`;
  return selectors.map((selector) => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`There is no ${selector}.`);
    return found;
  });
}

const focused = () => (document.activeElement === document.body ? 'nothing' : document.activeElement?.textContent);
const focusIs = (text: string) => vi.waitFor(() => expect(focused()).toBe(text), patience);

test('when the focused button is replaced, the next Tab reaches its replacement, and a second Enter presses nothing', async () => {
  const [row, here] = put(
    '<a href="#x">Other row</a><p id="row"><span>Daniel</span><button>Here</button></p>',
    '#row',
    'button',
  );
  here?.focus();
  row?.insertAdjacentHTML('beforeend', '<button>Change</button>');
  here?.remove();
  await vi.waitFor(() => expect(document.activeElement).toBe(row), patience);
  await userEvent.keyboard('{Tab}');
  expect([focused(), row?.getAttribute('tabindex')]).toEqual(['Change', null]);
});

test('a focusable element can still be focused afterward', async () => {
  const [rows, button] = put('<div id="rows" tabindex="0">Rows <button>Here</button></div>', '#rows', 'button');
  button?.focus();
  button?.remove();
  await vi.waitFor(() => expect(document.activeElement).toBe(rows), patience);
  rows?.blur();
  expect(rows?.getAttribute('tabindex')).toBe('0');
});

test('when the focused button disappears alone, the heading before it gets the focus', async () => {
  const [, fill] = put(
    '<button>More</button><section><h3 tabindex="-1">Uncovered</h3><p><button id="fill">Fill the day</button></p></section>',
    'section',
    '#fill',
  );
  fill?.focus();
  fill?.remove();
  await focusIs('Uncovered');
});

test('when its whole section disappears, the title of the page or of the dialog gets the focus', async () => {
  const [section, button] = put('<section><button>Save</button></section>', 'section', 'button');
  button?.focus();
  section?.remove();
  await focusIs('Dashboard');
  const [part, last] = put(
    '<dialog open><h2 tabindex="-1">Details</h2><p><button>Exclude</button></p></dialog>',
    'p',
    'button',
  );
  last?.focus();
  part?.remove();
  await focusIs('Details');
});

test('when a whole page replaces another, its title gets the focus, not its first section', async () => {
  document.body.innerHTML = '<div><p>Approval Pending</p><button>Check again</button></div>';
  const button = document.querySelector('button');
  button?.focus();
  button?.parentElement?.replaceChildren(
    document
      .createRange()
      .createContextualFragment(
        '<section><h2>Getting started</h2></section><h1 tabindex="-1">Dashboard</h1><h2 tabindex="-1">Covers</h2>',
      ),
  );
  await focusIs('Dashboard');
});

test('when a dialog disappears, and then its opener, the heading before the opener gets the focus', async () => {
  const [opener, confirm, dialog] = put(
    '<section><h3 tabindex="-1">Uncovered</h3><p><button>Fill the day</button></p></section><dialog open><button id="confirm">Assign 3</button></dialog>',
    'button',
    '#confirm',
    'dialog',
  );
  opener?.focus();
  confirm?.focus();
  dialog?.remove();
  opener?.focus();
  await Promise.resolve();
  opener?.remove();
  await focusIs('Uncovered');
});

test('when a row of a list disappears, the nearest row that remains gets the focus', async () => {
  const row = (name: string) => `<li id="${name}"><h3 tabindex="-1">${name}</h3><button>Decline</button></li>`;
  const list = `<ul>${['First', 'Second', 'Third', 'Fourth', 'Fifth'].map(row).join('')}</ul>`;
  const [third, fourth, fifth, heading] = put(list, '#Third', '#Fourth', '#Fifth', '#Fourth h3');
  // The third row is about to leave, so the fourth one has the focus, and disappears first.
  heading?.focus();
  fourth?.remove();
  third?.remove();
  await focusIs('Fifth');
  fifth?.remove();
  await focusIs('Second');
});

test('if the person left the button before it disappeared, nothing gets the focus', async () => {
  const [old, other] = put('<p><button>Old</button></p><p><button id="other">Other</button></p>', 'button', '#other');
  old?.focus();
  old?.blur();
  await Promise.resolve();
  old?.remove();
  // The next removal is seen after this one, so a wrong focus would have come first.
  const seen: (string | null)[] = [];
  document.addEventListener('focusin', ({ target }) =>
    seen.push(target instanceof Element ? target.textContent : null),
  );
  await new Promise(requestAnimationFrame);
  other?.focus();
  other?.remove();
  await focusIs('Dashboard');
  expect(seen).toEqual(['Other', 'Dashboard']);
});

test('after the Undo of a toast, the focus returns to a place that had it in place of its button', async () => {
  const [row, here, toasts] = put(
    '<p id="row"><span>Daniel</span><button>Assign</button></p><div id="toasts"></div>',
    '#row',
    'button',
    '#toasts',
  );
  if (toasts === undefined) throw new Error('There is no place.');
  const root = createRoot(toasts);
  root.render(<Toaster />);
  here?.focus();
  here?.remove();
  await vi.waitFor(() => expect(document.activeElement).toBe(row), patience);
  showToast({ title: 'Daniel assigned', action: { label: 'Undo', act: () => showToast({ title: 'Undone' }) } });
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.element(page.getByText('Undone')).toBeVisible();
  await vi.waitFor(() => expect(document.activeElement).toBe(row), patience);
  root.unmount();
});

test.each(['Open late', 'Dashboard'])('after the Undo of a toast, the focus returns to “%s”', async (place) => {
  const [opener, toasts] = put('<button id="opener">Open late</button><div id="toasts"></div>', '#opener', '#toasts');
  if (toasts === undefined) throw new Error('There is no place.');
  const root = createRoot(toasts);
  root.render(<Toaster />);
  opener?.focus();
  const act = () => {
    if (place === 'Dashboard') opener?.remove();
    showToast({ title: 'Undone' });
  };
  showToast({ title: 'Two-hour delay', action: { label: 'Undo', act } });
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.element(page.getByText('Undone')).toBeVisible();
  await focusIs(place);
  root.unmount();
});
