import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { addDays, localDate } from '#domain/time.ts';
import { proposalQuery } from '#web/features/vacancies/post/proposal-query.ts';
import { QuickAbsence } from '#web/screens/teacher/dashboard/quick-absence.tsx';
import { answerCalls, openQueries, show } from '#test/screen.tsx';
import { patience } from '#web/testing/tab.ts';

const timeZone = 'America/New_York';
const today = localDate(new Date(), timeZone);
const tomorrow = addDays(today, 1);
const hours = { start: '08:00', end: '15:00', shiftType: 'full_day' };

let queries: QueryClient;
let reply: PromiseWithResolvers<Response>;

beforeEach(() => {
  reply = Promise.withResolvers();
  answerCalls('/vacancies/proposal', () => reply.promise);
  queries = show(<QuickAbsence />, openQueries({ id: 7, schools: [{ id: 3, name: 'Cedar Hollow', timeZone }] }));
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
    (button) => `${button.textContent}${button.ariaDisabled === 'true' ? ' (disabled)' : ''}`,
  );
const seeButtons = (...names: string[]) => vi.waitFor(() => expect(buttons()).toEqual(names), patience);

test('no button appears for a day before it is known whether the day can still be posted', async () => {
  await vi.waitFor(() => expect(document.querySelector('[role=status]')).not.toBeNull(), patience);
  expect(buttons()).toEqual([]);
  reply.resolve(proposed(false));
  await seeButtons("I'm out tomorrow");
});

test('once today is posted or over, its button keeps its place and the focus', async () => {
  reply.resolve(proposed(true));
  await seeButtons("I'm out today", "I'm out tomorrow");
  const outToday = document.querySelector('button');
  outToday?.focus();
  reply = Promise.withResolvers();
  reply.resolve(proposed(false));
  await queries.invalidateQueries({ queryKey: proposalQuery(null, today).queryKey });
  await seeButtons("I'm out today (disabled)", "I'm out tomorrow");
  expect(outToday?.disabled).toBe(false);
  expect(document.activeElement).toBe(outToday);
  outToday?.click();
  expect(new URLSearchParams(location.search).get('out')).toBeNull();
});

test('without a proposal, the buttons appear anyway', async () => {
  reply.resolve(Response.json({ code: 'unavailable', message: 'Try again.' }, { status: 503 }));
  await vi.waitFor(() => expect(buttons().at(-1)).toMatch(/^I'm out/), patience);
});
