import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ownChanges } from '#web/live/own-changes.ts';
import { makeQueryClient } from '#web/queries.ts';
import { AnsweredRow } from '#web/ui/answered-row.tsx';

const place = document.createElement('div');
document.body.append(place);

test('Undo is the person’s own change until its reply is there, and says why it failed', async () => {
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
