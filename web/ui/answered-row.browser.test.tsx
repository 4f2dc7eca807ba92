import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ownChanges } from '#web/live/own-changes.ts';
import { makeQueryClient } from '#web/queries.ts';
import '#web/styles/signed-in.css';
import { AnsweredRow } from '#web/ui/answered-row.tsx';
import { showToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { useAnsweredRows, useAnsweringList } from '#web/ui/use-answered-rows.tsx';

const place = document.createElement('div');
document.body.append(place);

test('Undo is the person’s own change until its reply arrives, and says why it failed', async () => {
  const queries = makeQueryClient();
  const own = ownChanges(queries);
  const reply = Promise.withResolvers<never>();
  const root = createRoot(place);
  root.render(
    <QueryClientProvider client={queries}>
      <AnsweredRow
        rowId={1}
        title="Period 1"
        kept={{ answer: { outcome: 'You said no.', undo: () => reply.promise }, height: 60 }}
        sentenceOf={(error) => (error instanceof Error ? error.message : '')}
        seconds={60}
      />
    </QueryClientProvider>,
  );
  expect(own.lastAt()).toBe(Number.NEGATIVE_INFINITY);
  await page.getByRole('button', { name: 'Undo: You said no.' }).click();
  const before = performance.now();
  expect(own.lastAt()).toBeGreaterThanOrEqual(before);
  reply.reject(new Error('The class was covered in the meantime.'));
  await expect.element(page.getByRole('status')).toHaveTextContent('The class was covered in the meantime.');
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  const ended = own.lastAt();
  expect(ended).toBeGreaterThanOrEqual(before);
  expect(ended).toBeLessThan(performance.now());
  own.stop();
  root.unmount();
});

const rows = [{ id: 1 }];

/** Shows a row whose answer is declined, and which returns after Undo. */
function Rows({ undo }: { undo: () => Promise<unknown> }) {
  const { shown, keptOf, provide } = useAnsweredRows(rows, (id) => `row-${id}`);
  return provide(
    <ul>
      {shown.map(({ id }) => {
        const kept = keptOf(id);
        return kept === null ? (
          <Row key={id} id={id} undo={undo} />
        ) : (
          <AnsweredRow key={id} rowId={id} title="Room 1" kept={kept} sentenceOf={() => ''} seconds={60} />
        );
      })}
    </ul>,
  );
}

function Row({ id, undo }: { id: number; undo: () => Promise<unknown> }) {
  const list = useAnsweringList();
  const decline = () => {
    list?.hold(id);
    showToast({ title: 'Room 1 declined' });
    list?.answer(id, { outcome: 'You declined it.', undo });
  };
  return (
    <li id={`row-${id}`}>
      <button type="button" onClick={decline}>
        Decline
      </button>
    </li>
  );
}

test.each([
  ['the toast about the answer disappears', () => undefined, []],
  ['a toast about the Undo stays', () => showToast({ title: 'Undone' }), ['Undone']],
  ['a toast about another row stays', () => showToast({ title: 'Room 2 declined' }), ['Room 2 declined']],
])('after Undo, %s', async (_, meanwhile, left) => {
  const root = createRoot(place);
  root.render(
    <QueryClientProvider client={makeQueryClient()}>
      <Rows
        undo={() => {
          meanwhile();
          return Promise.resolve();
        }}
      />
      <Toaster />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect.element(page.getByText('Room 1 declined')).toBeVisible();
  await page.getByRole('button', { name: 'Undo: You declined it.' }).click();
  await expect.element(page.getByRole('button', { name: 'Decline' })).toBeVisible();
  expect([...document.querySelectorAll('[data-toast] p')].map((title) => title.textContent)).toEqual(left);
  root.unmount();
});

test('a second click where Undo has just appeared undoes nothing', async () => {
  const root = createRoot(place);
  root.render(
    <QueryClientProvider client={makeQueryClient()}>
      <Rows undo={() => Promise.resolve()} />
    </QueryClientProvider>,
  );
  const hit = Promise.withResolvers<boolean>();
  const appearing = new MutationObserver(() => {
    const undo = place.querySelector('[data-answered] button');
    if (undo === null) return;
    const { x, y, width, height } = undo.getBoundingClientRect();
    const under = document.elementFromPoint(x + width / 2, y + height / 2);
    if (under?.closest('[data-answered]') === undefined) hit.reject(new Error('The row is out of view.'));
    hit.resolve(undo.contains(under));
  });
  appearing.observe(place, { childList: true, subtree: true });
  await page.getByRole('button', { name: 'Decline' }).click();
  expect(await hit.promise).toBe(false);
  appearing.disconnect();
  // A moment later, it takes a click.
  await page.getByRole('button', { name: 'Undo: You declined it.' }).click();
  await expect.element(page.getByRole('button', { name: 'Decline' })).toBeVisible();
  root.unmount();
});

test('Undo is offered only for its time, and the focus then moves to the row', async () => {
  const root = createRoot(place);
  root.render(
    <QueryClientProvider client={makeQueryClient()}>
      <AnsweredRow
        rowId={1}
        title="Period 1"
        kept={{ answer: { outcome: 'You said no.', undo: () => Promise.resolve() }, height: 60 }}
        sentenceOf={() => ''}
        seconds={1}
      />
    </QueryClientProvider>,
  );
  const undo = page.getByRole('button', { name: 'Undo: You said no.' });
  await expect.element(undo).toBeVisible();
  undo.element().focus();
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Period 1' })).toHaveFocus();
  await expect.element(page.getByRole('status')).toHaveTextContent('You said no.');
  root.unmount();
});
