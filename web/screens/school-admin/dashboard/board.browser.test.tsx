import type { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { AttendanceReply, AttendedClassReply } from '#contract/attendance.ts';
import type { BoardSection } from '#domain/board.ts';
import { attendanceOfDayQuery } from '#web/features/attendance/queries.ts';
import { boardQuery } from '#web/features/reports/queries.ts';
import { DayBoard } from '#web/screens/school-admin/dashboard/board.tsx';
import { DaySheet } from '#web/screens/school-admin/dashboard/day-sheet.tsx';
import { boardLine } from '#web/testing/board-line.ts';
import { answerCalls, field, leave, openQueries, press, says, see, show, type } from '#test/screen.tsx';
import { DiscardQuestion } from '#web/ui/discard-question.tsx';
import { hasUnsavedText } from '#web/ui/unsaved.ts';

// The morning of the board's day: once a class is over, the board says so.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T13:30:00Z') });
afterAll(() => {
  vi.useRealTimers();
});

const today = '2026-11-24';
const timeZone = 'America/New_York';
const daniel = { id: 9, fullName: 'Daniel Reyes', phone: null, profileImageUrl: null };
const line = boardLine({ section: 'unconfirmed', status: 'filled', substitute: daniel, confirmed: false });
const booked: AttendedClassReply = {
  vacancyId: 12,
  substituteId: 9,
  substituteName: 'Daniel Reyes',
  reportTime: '07:45',
  isMissing: false,
  attendance: null,
  noShows: [],
  canOfferAgain: false,
  can: ['here', 'late', 'no_show'],
};
const here: AttendanceReply = {
  state: 'here',
  arrivedAt: '2026-11-24T13:05:00.000Z',
  leftAt: null,
  minutesLate: null,
  recordedHow: 'office',
  recordedBy: 'Ruth Cole',
  recordedAt: '2026-11-24T13:05:00.000Z',
  note: null,
  answer: null,
  answeredAt: null,
  version: 1,
};

let queries: QueryClient;
let sent: object[];

/** Stores the day as a live event's refetch does. */
function put(section: BoardSection, change: Partial<AttendedClassReply> = {}): void {
  const day = { today, date: today, timeZone, closed: null, usesCover: false, week: [], nextDay: null };
  queries.setQueryData(boardQuery(today).queryKey, { ...day, lines: [{ ...line, section }] });
  const classes = [{ ...booked, ...change }];
  queries.setQueryData(attendanceOfDayQuery(today).queryKey, { date: today, changesAt: null, classes });
}

beforeEach(() => {
  sent = [];
  answerCalls<object>('/vacancies/12/attendance', (body) => {
    sent.push(body ?? {});
    return { ...booked, attendance: { ...here, state: 'late', minutesLate: 20, version: 2 } };
  });
  queries = openQueries({ id: 7, schools: [{ id: 3, name: 'Cedar Hollow', timeZone }] });
  put('unconfirmed');
  const board = (
    <>
      <DayBoard today={today} />
      <DiscardQuestion />
    </>
  );
  show(board, queries);
});

test('typed attendance stays when the class moves and a colleague records it, and is saved after that', async () => {
  await press('Late: Daniel Reyes');
  type(await field('minutes'), '20');
  type(await field('note'), 'Traffic');
  put('covered');
  await see(() => document.querySelector('[aria-labelledby="board-covered"] #class-12'));
  expect([(await field('minutes')).value, (await field('note')).value]).toEqual(['20', 'Traffic']);
  put('covered', { attendance: { ...here, note: 'By the side door' } });
  await says('Recorded in the meantime: Here at 8:05 AM.');
  await says('Changed by someone else to “By the side door”.');
  await press('Keep mine');
  await press('Save attendance');
  await see(() => sent.length > 0);
  expect(sent).toEqual([{ act: 'late', minutes: 20, note: 'Traffic', version: 1, substituteId: 9 }]);
  await see(() => document.querySelector('dialog[open]') === null);
});

test('attendance of a substitute who is swapped in the meantime stays theirs', async () => {
  await press('Late: Daniel Reyes');
  type(await field('minutes'), '20');
  put('covered', { substituteId: 4, substituteName: 'Priya Natarajan' });
  await says('Daniel Reyes is no longer booked for this class. Your text is still here.');
  expect([(await field('minutes')).value, hasUnsavedText()]).toEqual(['20', true]);
  history.back();
  await press('Keep editing');
  expect((await field('minutes')).value).toBe('20');
});

test('a class that ended while the board was shown can no longer be confirmed or released', async () => {
  const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
  const day = { today, date: today, timeZone, closed: null, usesCover: false, week: [], nextDay: null };
  const can = ['confirmByPhone', 'release'] as const;
  queries.setQueryData(boardQuery(today).queryKey, { ...day, lines: [{ ...line, can: [...can] }] });
  await see(() => buttons().find((text) => text.startsWith('Confirmed by phone')));
  onTestFinished(() => void vi.setSystemTime(new Date('2026-11-24T13:30:00Z')));
  vi.setSystemTime(new Date('2026-11-24T20:00:00Z'));
  document.dispatchEvent(new Event('visibilitychange'));
  await see(() => !buttons().some((text) => text.startsWith('Confirmed by phone')));
});

test('an empty day leads to the next day with absences', async () => {
  const nextDay = { date: '2026-11-30', uncovered: 4, unconfirmed: 0, covered: 1 };
  const empty = { today, timeZone, closed: 'Thanksgiving break', usesCover: false, week: [], nextDay, lines: [] };
  queries.setQueryData(boardQuery(nextDay.date).queryKey, { ...empty, date: nextDay.date, nextDay: null });
  queries.setQueryData(boardQuery(today).queryKey, { ...empty, date: today });
  await says('The next absences are on Monday, November 30, 2026: 4 uncovered, 1 covered.');
  await press('Show Mon, Nov 30');
  await says('Each absence will appear here');
  expect(new URLSearchParams(location.search).get('day')).toBe('2026-11-30');
});

test('a board opened on a day without school shows the next school day, says so, and leads back to today with one tap', async () => {
  leave();
  const monday = { date: '2026-11-30', uncovered: 1, unconfirmed: 0, covered: 0 };
  const days = { today, timeZone, usesCover: false, week: [], opensOn: monday.date };
  const closed = { ...days, date: today, closed: 'Thanksgiving break', nextDay: monday };
  const { queryKey } = boardQuery(today);
  queries.setQueryData(queryKey, { ...closed, lines: [] });
  const lines = [boardLine({ description: 'Monday’s fractions' })];
  queries.setQueryData(boardQuery(monday.date).queryKey, { ...closed, date: monday.date, closed: null, lines });
  show(<DayBoard today={today} />, queries);
  await says('Monday’s fractions');
  await says('There’s no school today: Thanksgiving break. This is the next school day.');
  expect(location.search).toBe('');
  await press('Back to today');
  await says('School is closed on this day: Thanksgiving break');
  expect(document.body.innerText).toContain('No absences today');
  expect(new URLSearchParams(location.search).get('day')).toBe(today);
  await press('Show Mon, Nov 30');
  await says('This is the next school day.');
  expect(location.search).toBe('');
  // A class today needs the front office more.
  queries.setQueryData(queryKey, { ...closed, opensOn: today, lines: [boardLine({ description: 'Saturday class' })] });
  await says('Saturday class');
});

test('a board stays on today when the school closes today', async () => {
  leave();
  const day = { today, date: today, timeZone, usesCover: false, week: [], closed: null, nextDay: null };
  const { queryKey } = boardQuery(today);
  queries.setQueryData(queryKey, { ...day, opensOn: today, lines: [line] });
  show(<DayBoard today={today} />, queries);
  await says('Fractions');
  queries.setQueryData(queryKey, { ...day, opensOn: '2026-11-25', closed: 'Snow day', lines: [] });
  await says('School is closed on this day: Snow day');
  expect(document.body.innerText).toContain('No absences today');
});

test('an empty day says nothing about the next one while that one loads', async () => {
  answerCalls('/board', () => new Promise<never>(() => {}));
  const nextDay = { date: '2026-11-30', uncovered: 4, unconfirmed: 0, covered: 1 };
  const empty = { today, timeZone, closed: null, usesCover: false, week: [], nextDay, lines: [] };
  queries.setQueryData(boardQuery(today).queryKey, { ...empty, date: today });
  await press('Show Mon, Nov 30');
  await see(() => document.querySelector('[aria-busy="true"]'));
  expect(document.body.innerText).not.toContain('No absences on this day');
  expect(document.body.innerText).toContain('No absences today');
});

test('a person who left a class for the reports stays there when the class changes', async () => {
  const later = document.body.appendChild(document.createElement('main'));
  later.innerHTML = '<p style="margin-top: 3000px">Reports</p>';
  (await see(() => document.querySelector<HTMLElement>('#class-12 h4'))).focus();
  later.scrollIntoView({ block: 'end' });
  later.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  (document.activeElement as HTMLElement).blur();
  const { scrollY } = window;
  put('covered');
  await see(() => document.querySelector('[aria-labelledby="board-covered"] #class-12'));
  expect([window.scrollY, document.activeElement]).toEqual([scrollY, document.body]);
});

test('a person who saved in a dialog over the board is back at their class, wherever it moved', async () => {
  const over = document.body.appendChild(document.createElement('main'));
  over.innerHTML = '<dialog open><button>Save</button></dialog>';
  (await see(() => document.querySelector<HTMLElement>('#class-12 h4'))).focus();
  over.querySelector('button')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  (document.activeElement as HTMLElement).blur();
  put('covered');
  await see(() => document.activeElement?.matches('[aria-labelledby="board-covered"] #class-12 h4'));
});

test('the question about a no-show stays when the class moves', async () => {
  await press('No-show: Daniel Reyes');
  await says('Daniel Reyes didn’t come?');
  put('covered', { attendance: here });
  await says('Recorded in the meantime: Here at 8:05 AM.');
  await press('Record no-show');
  await see(() => sent.length > 0);
  expect(sent, 'it replaces the record that was shown').toEqual([{ act: 'no_show', version: 1, substituteId: 9 }]);
});

test('a no-show that is recorded once the class is over doesn’t offer the class again', async () => {
  const day = { today, date: today, timeZone, closed: null, usesCover: false, week: [], nextDay: null };
  const { queryKey } = boardQuery(today);
  const canNow = (can: (typeof line)['can']) =>
    queries.setQueryData(queryKey, { ...day, lines: [{ ...line, section: 'covered', can }] });
  put('covered', { attendance: here });
  canNow(['release']);
  await press('Change attendance of Daniel Reyes');
  await press('No-show');
  await says('Record and offer class again');
  canNow(['correct']);
  await see(() => !document.body.innerText.includes('offer class again'));
  expect(document.body.innerText).not.toContain('If you offer the class again');
  await press('Record no-show');
  await see(() => sent.length > 0);
});

test('a class whose substitute didn’t come is uncovered, with their name, on the screen and on paper', async () => {
  const missed = { ...line, section: 'uncovered', confirmed: null, next: 'offer_again' } as const;
  const day = { today, date: today, timeZone, closed: null, usesCover: false, week: [], nextDay: null };
  queries.setQueryData(boardQuery(today).queryKey, { ...day, lines: [{ ...missed, can: [] }] });
  await says('Daniel Reyes didn’t come. Offer the class again.');
  await see(() => document.querySelector('[aria-labelledby="board-uncovered"] #class-12'));
  const at = { day: today, timeZone, now: new Date(`${today}T13:00:00Z`) };
  show(<DaySheet lines={[{ ...missed, can: [] }]} {...at} />, queries);
  await says('No-show: Daniel Reyes');
});

test('the printed day says of a class without a substitute that it was not covered, once it is over', async () => {
  const uncovered = { ...line, section: 'uncovered' as const, substitute: null, inside: null };
  const sheetAt = (time: string) => (
    <DaySheet lines={[uncovered]} day={today} timeZone={timeZone} now={new Date(`${today}T${time}:00Z`)} />
  );
  show(sheetAt('13:00'), queries);
  await says('No one yet');
  show(sheetAt('23:00'), queries);
  await says('This class was not covered.');
});

test('the printed day marks a substitute who has not confirmed, and explains the mark', async () => {
  const at = { day: today, timeZone, now: new Date(`${today}T13:00:00Z`) };
  show(<DaySheet lines={[line]} {...at} />, queries);
  await says('* Unconfirmed');
  await says('Daniel Reyes * unconfirmed');
  show(<DaySheet lines={[{ ...line, section: 'covered', confirmed: true }]} {...at} />, queries);
  await see(() => document.body.innerText.includes('Daniel Reyes') && !document.body.innerText.includes('*'));
});

test('the menu of a class whose offers go out in waves says that the others are notified now', async () => {
  const waves = { nextAt: null, nextSize: null, everyoneAt: '2026-11-24T13:35:00.000Z', isPaused: false };
  const open = {
    ...line,
    status: 'open',
    section: 'uncovered',
    substitute: null,
    confirmed: null,
    can: ['notify'],
  } as const;
  const day = { today, date: today, timeZone, closed: null, usesCover: false, week: [], nextDay: null };
  queries.setQueryData(boardQuery(today).queryKey, { ...day, lines: [{ ...open, can: [...open.can], waves }] });
  await says('No one yet');
  await press('More for Fractions');
  await says('Offer to everyone now');
});
