import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { patience } from '#web/testing/tab.ts';
import { Modal } from '#web/ui/modal.tsx';
import { see, show } from '#test/screen.tsx';

/** A page that is taller than the window, with a card at its end and a dialog that deletes it. */
function TallPage({ startsOpen }: { startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen);
  const [there, setThere] = useState(true);
  return (
    <main>
      <h1 tabIndex={-1}>Open Vacancies</h1>
      <div style={{ height: '200vh' }} />
      {there ? <button onClick={() => setOpen(true)}>Delete</button> : null}
      <Modal open={open} onClose={() => setOpen(false)} label="Delete the vacancy?" className="">
        <button
          onClick={() => {
            setThere(false);
            setOpen(false);
          }}
        >
          Delete vacancy
        </button>
      </Modal>
    </main>
  );
}

const titleHasFocusInView = () =>
  vi.waitFor(() => {
    const title = document.querySelector('h1');
    expect(document.activeElement).toBe(title);
    expect(title?.getBoundingClientRect().top).toBeGreaterThan(-1);
  }, patience);

test('a dialog that was open when the page loaded leaves the focus on the title, in view', async () => {
  show(<TallPage startsOpen />);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  scrollTo({ top: document.documentElement.scrollHeight });
  await userEvent.keyboard('{Escape}');
  await titleHasFocusInView();
});

test('a dialog whose opener is gone leaves the focus on the title, in view', async () => {
  show(<TallPage startsOpen={false} />);
  (await see(() => document.querySelector<HTMLElement>('main > button'))).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await titleHasFocusInView();
});
