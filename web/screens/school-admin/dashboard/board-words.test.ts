import { expect, test } from 'vitest';
import {
  inOneLine,
  insideWords,
  nextWords,
  openNote,
  withoutSubstitute,
} from '#web/screens/school-admin/dashboard/board-words.ts';

const when = { timeZone: 'America/New_York', now: new Date('2026-11-24T10:45:00Z') };
const waitedFor = { notified: 37, saw: 12, declined: 3, whyDeclined: null, waiting: 34 };
const substitute = { id: 1, fullName: 'Tom Byron', phone: null, profileImageUrl: null };

test.each([
  ['review', 'Review the request.'],
  ['notifying', 'Still notifying substitutes.'],
  ['held', 'An offer goes out in a few seconds.'],
  ['offer', 'No one has been notified yet. Offer it, or assign a substitute.'],
  ['wait', 'Waiting for 34 substitutes to answer.'],
  ['assign', 'Everyone who was notified declined. Assign a substitute.'],
  ['confirm', 'Waiting for Tom Byron to confirm.'],
  ['offer_again', 'Tom Byron didn’t come. Offer the class again.'],
  [null, null],
] as const)('the next step %s reads as %s', (next, words) => {
  expect(nextWords({ next, tried: waitedFor, waves: null, substitute }, when)).toBe(words);
});

test('the front office reads that no one fits, if the offers look again', () => {
  const tried = { ...waitedFor, notified: 0, waiting: 0 };
  expect(nextWords({ next: 'offer', tried, waves: null, substitute: null, looksAgain: true }, when)).toBe(
    'No substitute fits and is free. We’ll look again before the start.',
  );
});

test('the front office assigns once everyone declined or couldn’t be reached', () => {
  const tried = { ...waitedFor, waiting: 0, undelivered: 2 };
  expect(nextWords({ next: 'assign', tried, waves: null, substitute }, when)).toBe(
    'Everyone who was notified declined or couldn’t be reached. Assign a substitute.',
  );
});

test('offers that are still unsent have no answer to wait for', () => {
  const next = (unsent: number) =>
    nextWords({ next: 'wait', tried: { ...waitedFor, unsent }, waves: null, substitute }, when);
  expect(next(12)).toBe('Waiting for 22 substitutes to answer.');
  expect(next(34)).toBe('We’ll keep trying to send the offers.');
});

test.each([
  [{}, 'Next 10 at 6:05 AM · everyone at 6:35 AM.'],
  [{ nextAt: '2026-11-24T11:35:00.000Z' }, 'Everyone at 6:35 AM.'],
  [{ nextAt: null, nextSize: null, everyoneAt: null, isPaused: true }, 'Further offers are paused.'],
  [{ nextAt: '2026-11-24T10:45:00.000Z', everyoneAt: null }, 'Notifying substitutes.'],
])('the waves ahead %j read as %s', (change, words) => {
  const waves = {
    nextAt: '2026-11-24T11:05:00.000Z',
    nextSize: 10,
    everyoneAt: '2026-11-24T11:35:00.000Z',
    isPaused: false,
    ...change,
  };
  expect(nextWords({ next: 'wave', tried: waitedFor, waves, substitute }, when)?.replaceAll('\u00A0', ' ')).toBe(words);
  const first = nextWords({ next: 'wave', tried: { ...waitedFor, notified: 0 }, waves, substitute }, when);
  expect(first?.startsWith('First 10')).toBe(words.startsWith('Next'));
  expect(nextWords({ next: 'wave', tried: waitedFor, waves: null, substitute }, when)).toBeNull();
});

test('one line sums up a day', () => {
  const line = (status: 'open' | 'pending_approval' | 'filled', section: 'uncovered' | 'unconfirmed' | 'covered') => ({
    status,
    section,
    absenceReason: 'Illness' as const,
  });
  expect(
    inOneLine([
      line('open', 'uncovered'),
      line('pending_approval', 'uncovered'),
      line('pending_approval', 'uncovered'),
      line('filled', 'unconfirmed'),
      line('filled', 'covered'),
    ]),
  ).toBe('5 absences: 3 uncovered (2 requests to review), 1 unconfirmed, 1 covered.');
  const extra = { ...line('open', 'uncovered'), absenceReason: null };
  expect(inOneLine([extra, line('filled', 'covered')])).toBe(
    '1 absence and 1 job for extra hands: 1 uncovered, 1 covered.',
  );
  expect(inOneLine([extra, extra])).toBe('2 jobs for extra hands: 2 uncovered.');
});

test.each([
  [{ periods: 3, covered: 1, asked: 1, people: ['Ada'] }, 'Colleagues cover 1 of 3 periods, 1 asked'],
  [{ periods: 1, covered: 0, asked: 0, people: [] }, 'Colleagues cover 0 of 1 period'],
  [{ periods: 2, covered: 2, asked: 0, people: ['Ada', 'Ben'] }, 'Ada, Ben'],
])('colleagues who cover %j read as %s', (inside, words) => {
  expect(insideWords(inside)).toBe(words);
});

test('a class without a substitute is one that was not covered once it is over', () => {
  const at = (time: string) =>
    withoutSubstitute(
      { inside: null, endTime: '15:00' },
      { date: '2026-11-24', timeZone: 'America/New_York', now: new Date(`2026-11-24T${time}:00Z`) },
    );
  expect([at('19:59'), at('20:00')]).toEqual(['No one yet', 'This class was not covered.']);
});

test('the note of the open vacancies has the requests, and the classes of today that ended uncovered', () => {
  const openToday = [
    { endsAt: '2026-11-24T17:00:00.000Z', count: 2 },
    { endsAt: '2026-11-24T20:00:00.000Z', count: 1 },
  ];
  const at = (time: string) => openNote({ pendingVacancies: 1, openToday }, new Date(`2026-11-24T${time}:00Z`));
  expect([at('16:59'), at('17:00'), at('23:00')]).toEqual([
    '1 pending',
    '1 pending · 2 not covered',
    '1 pending · 3 not covered',
  ]);
});
