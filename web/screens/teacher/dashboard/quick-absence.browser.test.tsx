import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionUser } from '#contract/session.ts';
import { addDays, localDate } from '#domain/time.ts';
import { proposalQuery } from '#web/features/vacancies/post/proposal-query.ts';
import { PlaceProvider } from '#web/navigation/place.tsx';
import { QuickAbsence } from '#web/screens/teacher/dashboard/quick-absence.tsx';
import { sessionQuery } from '#web/session/session.ts';

const timeZone = 'America/New_York';
const today = localDate(new Date(), timeZone);
const tomorrow = addDays(today, 1);
const hours = { start: '08:00', end: '15:00', shiftType: 'full_day' };

let root: Root;
let queries: QueryClient;
let reply: PromiseWithResolvers<Response>;
const network = globalThis.fetch;

beforeEach(() => {
  reply = Promise.withResolvers();
  globalThis.fetch = async (address, init) => {
    const { pathname } = new URL(address instanceof Request ? address.url : address, location.href);
    return pathname === '/api/vacancies/proposal' ? reply.promise : network(address, init);
  };
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(sessionQuery.queryKey, {
    id: 7,
    schools: [{ id: 3, name: 'Cedar Hollow', timeZone }],
  } as unknown as SessionUser);
  root.render(
    <QueryClientProvider client={queries}>
      <PlaceProvider>
        <QuickAbsence />
      </PlaceProvider>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  globalThis.fetch = network;
});

const proposed = (isTodayPossible: boolean) =>
  Response.json({
    today: isTodayPossible ? { date: today, ...hours } : null,
    next: { date: tomorrow, ...hours },
    shiftType: 'full_day',
    description: 'Grade 4',
    additionalNotes: '',
    googleDocLink: null,
    grade: null,
    subject: null,
    room: null,
  });
const buttons = () =>
  [...document.querySelectorAll('button')].map(
    ({ textContent, disabled }) => `${textContent}${disabled ? ' (disabled)' : ''}`,
  );
const see = (...names: string[]) => vi.waitFor(() => expect(buttons()).toEqual(names), { timeout: 8000, interval: 10 });

test('no button appears for a day before it is known whether the day can still be posted', async () => {
  await vi.waitFor(() => expect(document.querySelector('[role=status]')).not.toBeNull());
  expect(buttons()).toEqual([]);
  reply.resolve(proposed(false));
  await see("I'm out tomorrow");
});

test('once today is over, its button keeps its place', async () => {
  reply.resolve(proposed(true));
  await see("I'm out today", "I'm out tomorrow");
  reply = Promise.withResolvers();
  reply.resolve(proposed(false));
  await queries.invalidateQueries({ queryKey: proposalQuery(null, today).queryKey });
  await see("I'm out today (disabled)", "I'm out tomorrow");
});

test('without a proposal, the buttons appear anyway', async () => {
  reply.resolve(Response.json({ code: 'unavailable', message: 'Try again.' }, { status: 503 }));
  await vi.waitFor(() => expect(buttons().at(-1)).toMatch(/^I'm out/), { timeout: 8000, interval: 10 });
});
