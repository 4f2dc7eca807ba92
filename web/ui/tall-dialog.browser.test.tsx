import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '#web/styles/base.css';
import '#web/styles/signed-in.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { see, show } from '#test/screen.tsx';

test('a tall dialog fits into a low window, even with a place for toasts', async () => {
  await page.viewport(1280, 720);
  show(
    <>
      <Dialog onClose={() => {}} title="Priya Natarajan" tall>
        Substitute
      </Dialog>
      <Toaster />
    </>,
  );
  const dialog = await see(() => document.querySelector('.toast-place')?.closest('dialog[open]'));
  expect(dialog.scrollHeight).toBe(dialog.clientHeight);
  await page.viewport(1280, 900);
  expect(dialog.firstElementChild?.clientHeight).toBe(736);
});
