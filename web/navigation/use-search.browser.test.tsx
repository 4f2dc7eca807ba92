import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { patience, Tab } from '#web/testing/tab.ts';
import { restMs } from '#web/ui/use-search-text.ts';

let tab: Tab;
afterEach(() => {
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
});

const typed = () => tab.window.document.querySelector('input')?.value;
const searches = async (): Promise<unknown> => JSON.parse((await tab.see('output')).textContent);
/** The screen follows the address a moment later. */
const searched = async (...expected: string[]) => {
  await vi.waitFor(async () => expect(await searches()).toEqual(expected), patience);
};

/** Types, and acts in the very event that completes the text: before the search can have begun. */
async function typeAnd(text: string, act: () => void): Promise<void> {
  const field = await tab.see('input');
  const complete = `${typed()}${text}`;
  field.addEventListener('input', () => {
    // It runs after React's own handler, which listens at the root.
    if (typed() === complete) queueMicrotask(act);
  });
  await typeQuickly(text);
}

/** Types all letters within one task, so no pause of a busy machine comes between them. */
async function typeQuickly(text: string): Promise<void> {
  const field = await tab.see('input');
  if (!(field instanceof (tab.window as Window & typeof globalThis).HTMLInputElement)) throw new Error('No field.');
  field.focus();
  // Fires the same events as a keyboard. Only this way avoids a round trip per letter.
  for (const letter of text) tab.window.document.execCommand('insertText', false, letter);
}

test('typing searches once when it pauses, trimmed, and without a new history entry', async () => {
  tab = await Tab.open('/stage/search?tab=1');
  const entries = tab.window.history.length;
  await typeQuickly(' art ');
  await tab.at('/search?tab=1&search=art');
  await searched('', 'art');
  expect(typed()).toBe(' art ');
  expect(tab.window.history.length).toBe(entries);
});

test('a link changes the field and drops what was being typed; Back restores the previous search', async () => {
  tab = await Tab.open('/stage/search?search=art');
  expect(typed()).toBe('art');
  await typeQuickly(' hist');
  tab.find('a', 'Math')?.click();
  // A timer of the same length that starts later ends later than the field's own.
  await new Promise((resolve) => {
    tab.window.setTimeout(resolve, restMs);
  });
  await tab.at('/search?search=math&tab=2');
  await searched('art', 'math');
  expect(typed()).toBe('math');
  tab.back();
  await tab.at('/search?search=art');
  await searched('art', 'math', 'art');
  expect(typed()).toBe('art');
});

test('typed text survives another change of the address, and the search keeps that change', async () => {
  tab = await Tab.open('/stage/search');
  await typeAnd('ar', () => tab.window.stage.navigate('/stage/search?tab=2', { replace: true }));
  // On a busy machine, the search may have begun by now.
  await vi.waitFor(() => expect(['/search?tab=2', '/search?tab=2&search=ar']).toContain(tab.address), patience);
  expect(typed()).toBe('ar');
  await userEvent.keyboard('t');
  await tab.at('/search?tab=2&search=art');
  expect(typed()).toBe('art');
});

test('a reload keeps the search and its field', async () => {
  tab = await Tab.open('/stage/search');
  await tab.type('art');
  await tab.at('/search?search=art');
  await tab.reload();
  expect(typed()).toBe('art');
  await searched('art');
});
