import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AssignmentCard } from '#web/features/vacancies/assignment/assignment-card.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';

const yesAt = new Date('2026-11-23T11:05:00Z');
const undoUntil = '2026-11-23T11:10:00.000Z';
let root: Root;
let place: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers({ now: yesAt, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});

afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(parts: Parameters<typeof openVacancy>[0]): Promise<void> {
  const vacancy = openVacancy({ status: 'filled', confirmed: true, can: ['release'], undoUntil, ...parts });
  const none = () => {};
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ul>
          <AssignmentCard vacancy={vacancy} now={yesAt} onCancel={none} onCannotCome={none} onPlans={none} />
        </ul>
      </QueryClientProvider>,
    ),
  );
}

const buttons = () => [...place.querySelectorAll('button')].map(({ textContent }) => textContent.trim());
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

test('an assignment offers Undo after the yes, names the deadline, and stops at that moment without a reload', async () => {
  await show({});
  expect(buttons()).toEqual(['Undo', 'Plans', 'Cancel assignment']);
  expect(place.textContent).toContain('You can undo this until 6:10 AM. It won’t count as a cancellation.');
  await wait(5 * 60_000 - 1);
  expect(buttons()).toContain('Undo');
  await wait(1);
  expect(buttons()).toEqual(['Plans', 'Cancel assignment']);
  expect(place.textContent).not.toContain('undo');
  expect(place.textContent).toContain('Maya Okafor and the school will see your reason.');
});

test('Undo on a day of a job says that it gives back all of its days', async () => {
  const together = '3 days, Mon, Nov 23 to Wed, Nov 25';
  const dates = ['2026-11-23', '2026-11-24', '2026-11-25'];
  await show({ job: { dates, sentence: 'Part of a 3-day job, Mon, Nov 23 to Wed, Nov 25', together } });
  expect(place.textContent).toContain(`You can undo this until 6:10 AM. That gives back the whole job: ${together}.`);
});

test('an assignment whose times moved is answered with its own buttons instead', async () => {
  await show({ confirmed: false, can: ['release', 'confirm', 'cannotCome'] });
  expect(buttons()).toEqual(['Confirm', "Can't come", 'Plans']);
});

test('an assignment whose class is over offers nothing anymore, even if its reply is older', async () => {
  await show({ date: '2026-11-20', undoUntil: undefined });
  expect(buttons()).toEqual([]);
  expect(place.textContent).not.toContain('If you cancel');
});

test('a past class says that a no-show was recorded for it', async () => {
  const past = { date: '2026-11-20', can: [], undoUntil: undefined };
  await show(past);
  expect(place.textContent).not.toContain('No-show');
  await show({ ...past, noShow: true });
  expect(place.textContent).toContain('FilledNo-show');
});
