import { afterEach, expect, test, vi } from 'vitest';
import { OfflineBanner } from '#web/layout/offline-banner.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { see, show } from '#test/screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  dispatchEvent(new Event('online'));
});

const sentence = 'You’re offline.';

function part(isOpen: boolean) {
  return (
    <main>
      <OfflineBanner />
      {isOpen ? (
        <Dialog title="Details" onClose={() => {}}>
          Art
        </Dialog>
      ) : null}
    </main>
  );
}

function goOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
}

/** Counts the announcements: additions to a live region that was there before. */
function countAnnouncements(): () => number {
  let count = 0;
  const add = (changes: MutationRecord[]) => {
    for (const { target, addedNodes } of changes)
      if (target instanceof Element && target.role === 'status' && addedNodes.length > 0) count += 1;
  };
  const observer = new MutationObserver(add);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    add(observer.takeRecords());
    return count;
  };
}

const lines = () => [...document.querySelectorAll('p')].filter(({ textContent }) => textContent.includes(sentence));
const isInDialog = () => lines().map((line) => line.closest('dialog') !== null);

test('the line is there and announced once, on the page and in a dialog', async () => {
  show(part(false));
  await see(() => document.querySelector('[role="status"]'));
  const announcements = countAnnouncements();
  goOffline();
  await see(() => lines().length > 0);
  expect(announcements()).toBe(1);
  show(part(true));
  await see(() => document.querySelector('dialog p'));
  expect(isInDialog()).toEqual([true]);
  show(part(false));
  await see(() => document.querySelector('dialog') === null && lines().length > 0);
  expect(isInDialog()).toEqual([false]);
  expect(announcements()).toBe(1);
});

test('a connection that drops while a dialog is open is announced in the dialog', async () => {
  show(part(true));
  await see(() => document.querySelector('dialog [role="status"]'));
  const announcements = countAnnouncements();
  goOffline();
  await see(() => lines().length > 0);
  expect(isInDialog()).toEqual([true]);
  expect(announcements()).toBe(1);
});
