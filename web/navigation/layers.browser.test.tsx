import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Row } from '#web/testing/stage.tsx';
import { patience, Tab } from '#web/testing/tab.ts';

const rows: Row[] = [
  { id: '1', name: 'Art' },
  { id: '2', name: 'Math' },
];

const question = ['dialog[open]', 'Discard your changes?'] as const;
const editing = ['dialog[open]', 'Editing Art'] as const;
const change = (next: readonly Row[]) => localStorage.setItem('stage-rows', JSON.stringify(next));

let tab: Tab;
beforeEach(() => change(rows));
afterEach(() => {
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  localStorage.clear();
});

/** Opens a tab on another screen first, so that an extra step back is noticed. */
async function openEdit(): Promise<void> {
  tab = await Tab.open('/stage/other');
  await tab.press('Back to the list');
  await tab.see('h1', 'List');
  await tab.press('Edit Art');
  await tab.see(...editing);
  await tab.at('/list?edit=1');
}

describe('an untouched dialog', () => {
  test('closes with Esc and Back, opens with Forward, and restores the focus', async () => {
    await openEdit();
    tab.frame.focus();
    await userEvent.keyboard('{Escape}');
    await tab.miss(...editing);
    await tab.at('/list');
    expect(tab.window.document.activeElement?.textContent).toBe('Edit Art');
    tab.window.history.forward();
    await tab.see(...editing);
    tab.back();
    await tab.miss(...editing);
    await tab.at('/list');
  });

  test('stays open after a reload, and closing it still removes its own history entry', async () => {
    await openEdit();
    await tab.reload();
    await tab.see(...editing);
    await tab.press('Cancel');
    await tab.at('/list');
    tab.back();
    await tab.see('h1', 'Other');
  });

  test('that was open at a reload leaves the focus on the title, in view, when Esc closes it', async () => {
    change(Array.from({ length: 900 }, (_, at) => ({ id: String(at), name: at === 899 ? 'Art' : `Class ${at}` })));
    tab = await Tab.open('/stage/list');
    tab.window.scrollTo(0, 1e6);
    expect(tab.window.scrollY).toBeGreaterThan(600);
    await tab.press('Edit Art');
    await tab.see(...editing);
    await tab.reload();
    await tab.see(...editing);
    tab.frame.focus();
    await userEvent.keyboard('{Escape}');
    await tab.miss(...editing);
    await tab.at('/list');
    await tab.settle();
    const title = await tab.see('h1');
    expect(tab.window.document.activeElement).toBe(title);
    expect(title.getBoundingClientRect().top).toBeGreaterThan(-1);
  });

  test('opened by a link has no history entry, so closing it navigates nowhere', async () => {
    tab = await Tab.open('/stage/other');
    tab.window.stage.navigate('/stage/list?edit=1');
    await tab.see(...editing);
    await tab.press('Cancel');
    await tab.at('/list');
    await tab.see('h1', 'List');
  });

  test('opened by a link also closes the layers above it, so Back leaves the screen', async () => {
    tab = await Tab.open('/stage/other');
    tab.window.stage.navigate('/stage/list?edit=1');
    await tab.see(...editing);
    tab.window.stage.navigate('/stage/list?edit=1&question=1', { layer: 'question' });
    await tab.at('/list?edit=1&question=1');
    tab.window.stage.close();
    await tab.at('/list');
    await tab.miss(...editing);
    await tab.settle();
    tab.back();
    await tab.see('h1', 'Other');
  });

  test('closes once, even if closed several times', async () => {
    await openEdit();
    const { close } = tab.window.stage;
    close();
    close();
    await tab.at('/list');
    close();
    await tab.settle();
    await tab.at('/list');
    await tab.see('h1', 'List');
  });

  test('can be reopened immediately', async () => {
    await openEdit();
    tab.window.stage.close();
    tab.window.stage.navigate('/stage/list?edit=2', { layer: 'edit' });
    await tab.see('dialog[open]', 'Editing Math');
    await tab.press('Cancel');
    await tab.at('/list');
    await tab.settle();
    await tab.see('h1', 'List');
  });
});

describe('a dialog with text', () => {
  beforeEach(async () => {
    await openEdit();
    await tab.type('istry');
  });
  const text = () => tab.find('dialog input')?.matches('input') && (tab.find('dialog input') as HTMLInputElement).value;

  test('asks on Esc, keeps the text on a second Esc, and closes with Discard', async () => {
    await userEvent.keyboard('{Escape}');
    await tab.see(...question);
    expect(tab.window.document.activeElement?.textContent).toBe('Keep editing');
    await userEvent.keyboard('{Escape}');
    await tab.miss(...question);
    expect(text()).toBe('Artistry');
    await userEvent.keyboard('{Escape}');
    await tab.see(...question);
    await userEvent.keyboard('{Escape}');
    await tab.miss(...question);
    expect(text()).toBe('Artistry');
    await tab.press('Cancel');
    await tab.press('Discard');
    await tab.miss(...editing);
    await tab.at('/list');
    expect(tab.window.document.activeElement?.textContent).toBe('Edit Art');
  });

  test('asks on Back without navigating, and goes back with Discard', async () => {
    tab.back();
    await tab.see(...question);
    await tab.at('/list?edit=1');
    tab.back();
    await tab.miss(...question);
    await tab.at('/list?edit=1');
    expect(text()).toBe('Artistry');
    tab.back();
    await tab.press('Discard');
    await tab.miss(...editing);
    await tab.at('/list');
    await tab.settle();
    await tab.see('h1', 'List');
  });

  test('stays open when another tab assigns or removes its row, and says so', async () => {
    const other = await Tab.open();
    other.window.localStorage.setItem('stage-rows', JSON.stringify([{ ...rows[0], by: 'Tom Lee' }, rows[1]]));
    await tab.see('dialog [role=status]', 'Tom Lee was assigned in the meantime. Your text is still here.');
    other.window.localStorage.setItem('stage-rows', JSON.stringify([rows[1]]));
    await tab.see('dialog [role=status]', 'Art was removed in the meantime. Your text is still here.');
    await tab.miss('button', 'Edit Art');
    expect(text()).toBe('Artistry');
  });

  test('does not go back again if success arrives after Back and Discard', async () => {
    await tab.press('Save');
    const { answer } = tab.window.stage;
    tab.back();
    await tab.press('Discard');
    await tab.miss(...editing);
    await tab.at('/list');
    answer();
    await tab.settle();
    await tab.at('/list');
    await tab.see('h1', 'List');
  });

  test('closes together with the question if success arrives while it is open', async () => {
    await tab.press('Save');
    await userEvent.keyboard('{Escape}');
    await tab.see(...question);
    tab.window.stage.answer();
    await tab.miss('dialog[open]');
    await tab.at('/list');
  });

  test('is not closed by the late success of an earlier dialog', async () => {
    await tab.press('Save');
    const { answer } = tab.window.stage;
    tab.back();
    await tab.press('Discard');
    await tab.at('/list');
    await tab.press('Edit Art');
    await tab.at('/list?edit=1');
    answer();
    await tab.settle();
    await tab.see(...editing);
    await tab.at('/list?edit=1');
  });

  test('stays when Back closes a dialog above it, whose success closes both', async () => {
    await tab.press('Remove');
    await tab.see('dialog[open]', 'Remove it?');
    await tab.at('/list?edit=1&remove=1');
    tab.back();
    await tab.miss('dialog[open]', 'Remove it?');
    await tab.at('/list?edit=1');
    expect(text()).toBe('Artistry');
    await tab.press('Remove');
    await tab.press('Yes, remove');
    await tab.miss('dialog[open]');
    await tab.at('/list');
    tab.back();
    await tab.see('h1', 'Other');
  });
});

test('a screen with text asks before a link or Back leaves it', async () => {
  tab = await Tab.open();
  await tab.press('Other screen');
  await tab.see('h1', 'Other');
  await tab.type('typed');
  await tab.press('Back to the list');
  await tab.press('Keep editing');
  await tab.miss(...question);
  tab.back();
  await tab.see(...question);
  await tab.at('/other');
  await tab.press('Discard');
  await tab.see('h1', 'List');
  await tab.at('/list');
});

test('Back closes a menu without navigating', async () => {
  tab = await Tab.open('/stage/other');
  await tab.press('Back to the list');
  await tab.press('Menu');
  await tab.see('dialog[open]', 'Elsewhere');
  tab.back();
  await tab.miss('dialog[open]', 'Elsewhere');
  await tab.at('/list');
});

test('a toast keeps its timer in a dialog opened by the same tap, is announced, and Esc closes only the toast', async () => {
  await openEdit();
  await tab.press('Cancel');
  await tab.at('/list');
  // On a machine that stands still, this timer does, too, so the rounds until the toast is gone don't depend on it.
  const shown = { rounds: 0, inDialog: '' };
  const count = () => (shown.rounds += 1);
  // A poll could miss a toast that is shown for such a short time.
  const watcher = new MutationObserver(() => {
    const toast = tab.window.document.querySelector('dialog[open] [role=status] [data-toast]');
    shown.inDialog ||= toast?.textContent ?? '';
    if (shown.inDialog !== '' && toast === null) tab.window.clearInterval(timer);
  });
  let timer = 0;
  (await tab.see('button', 'Edit Art')).addEventListener(
    'click',
    () => {
      tab.window.stage.toast('Short', 300);
      timer = tab.window.setInterval(count, 10);
    },
    { once: true },
  );
  watcher.observe(tab.window.document, { subtree: true, childList: true });
  await tab.press('Edit Art');
  await vi.waitFor(() => expect(shown.inDialog).toContain('Short'), patience);
  await tab.miss('[data-toast]');
  watcher.disconnect();
  expect(shown.rounds).toBeLessThan(60);
  tab.window.stage.toast('Long', 60_000);
  await tab.see('dialog[open] [data-toast]', 'Long');
  tab.frame.focus();
  await userEvent.keyboard('{F6}');
  await userEvent.keyboard('{Escape}');
  await tab.miss('[data-toast]');
  await tab.see(...editing);
});

test('a toast whose dialog closes is announced again, while its button keeps a tap', async () => {
  await openEdit();
  tab.window.stage.toast('Saved', 60_000);
  const words = await tab.see('dialog[open] [data-toast] p', 'Saved');
  const dismiss = await tab.see('[data-toast] button');
  tab.window.stage.close();
  await tab.miss(...editing);
  await vi.waitFor(() => expect(tab.find('[role=status] [data-toast] p', 'Saved')).not.toBe(words), patience);
  expect(dismiss.isConnected).toBe(true);
  dismiss.click();
  await tab.miss('[data-toast]');
});

test.each(['Edit Art', 'Menu', 'More'])('a visible toast is dismissed when %s opens', async (layer) => {
  tab = await Tab.open();
  tab.window.stage.toast('Saved', 60_000);
  await tab.see('[data-toast]', 'Saved');
  await tab.press(layer);
  await tab.miss('[data-toast]');
});

test('a toast moves above a button in its place, even one that appears later', async () => {
  tab = await Tab.open();
  const style = tab.window.document.createElement('style');
  style.textContent = 'div:has(> [role=status] > [data-toast]) { position: fixed; bottom: 0; line-height: 20px }';
  tab.window.document.head.append(style);
  const button = tab.window.document.createElement('button');
  button.style.cssText = 'position: fixed; inset: auto 0 0 0; height: 60px';
  tab.window.document.body.append(button);
  tab.window.stage.toast('Saved', 60_000);
  const standing = () => tab.find('[data-toast]')?.getBoundingClientRect().bottom ?? NaN;
  // It is invisible until the code that finds its place has loaded.
  await vi.waitFor(() => expect(standing()).toBe(600 - 60 - 4), patience);
  button.style.height = '90px';
  tab.window.document.body.style.minHeight = '700px';
  await vi.waitFor(() => expect(standing()).toBe(600 - 90 - 4), patience);
});
