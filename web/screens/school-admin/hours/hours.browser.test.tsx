import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import type { HourLine } from '#web/features/hours/hour-words.ts';
import { Hours } from '#web/screens/school-admin/hours/hours.tsx';
import { dueCorrectionsQuery, type Hours as Period, hoursQuery } from '#web/screens/school-admin/hours/queries.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { answerCalls, field, leave, openQueries, press, says, see, show, type } from '#test/screen.tsx';

const line: HourLine = {
  key: 'v12',
  vacancyId: 12,
  substituteId: 9,
  substituteName: 'Daniel Reyes',
  employeeId: null,
  teacherName: 'Maya Okafor',
  title: 'Fractions',
  date: '2026-11-20',
  planned: { start: '08:00', end: '15:00' },
  start: '08:00',
  end: '15:00',
  breakMinutes: 0,
  isEntered: false,
  kind: 'regular',
  payCode: '',
  accountCode: '',
  minutes: 420,
  units: 2,
  cents: 0,
  state: 'open',
  problems: [],
  difference: null,
  answer: null,
  words: null,
  note: null,
  approvedAt: null,
  approvedBy: null,
  version: 0,
};
const totals = { lines: 1, people: 1, minutes: 420, units: 2, cents: 0 };
const span = { from: '2026-11-01', to: '2026-11-30' };
const period: Period = {
  today: '2026-11-24',
  period: span,
  previous: { from: '2026-10-01', to: '2026-10-31' },
  next: { from: '2026-12-01', to: '2026-12-31' },
  locked: null,
  previousWaits: false,
  isOver: false,
  unit: 'day',
  hasMoney: false,
  totals,
  approved: { ...totals, lines: 0 },
  exceptions: 0,
  ready: 1,
  found: 1,
  rows: [line],
};

let queries: QueryClient;
const { queryKey } = hoursQuery({ date: '', show: 'open', search: '' });
const put = (rows: HourLine[], ready = 1) =>
  queries.setQueryData(queryKey, { pages: [{ rows: { ...period, rows, ready }, next: null }], pageParams: [''] });

beforeEach(() => {
  history.replaceState(null, '', `${location.pathname}?show=open`);
  queries = openQueries();
  queries.setQueryData(dueCorrectionsQuery.queryKey, []);
  put([line]);
  show(<Hours />, queries);
});

test('a typed note stays when a colleague approves the line and it leaves the filtered list', async () => {
  await press('Open Daniel Reyes');
  type(await field('note'), 'Stayed for the assembly');
  put([]);
  await says('Nothing found');
  expect((await field('note')).value).toBe('Stayed for the assembly');
});

test('approving an unchanged line in its dialog says that it was approved', async () => {
  answerCalls('/hours/approve', () => ({ approved: 1 }));
  put([line], 0);
  leave();
  show(
    <>
      <Hours />
      <Toaster />
    </>,
    queries,
  );
  await press('Open Daniel Reyes');
  await press('Approve');
  await says('1 line approved');
});

test('times that a colleague changes meanwhile raise a question, and the others are updated', async () => {
  let sent: object | null = null;
  answerCalls<object>('/hours/lines/v12', (body) => {
    sent = body;
    return { ok: true };
  });
  await press('Open Daniel Reyes');
  type(await field('end'), '16:00');
  put([{ ...line, end: '14:00', breakMinutes: 30, isEntered: true, version: 1 }]);
  await says('Changed by someone else to 2:00 PM.');
  expect((await field('breakMinutes')).value).toBe('30');
  await press('Save changes');
  expect(sent, 'nothing is sent before one of the two is chosen').toBeNull();
  await press('Keep mine');
  await press('Save changes');
  await see(() => sent);
  expect(sent).toMatchObject({ version: 1, times: { start: '08:00', end: '16:00', breakMinutes: 30 } });
});

test.each([
  [1, 'the line'],
  [2, 'both lines'],
  [12, 'all 12 lines'],
])('with %i lines to approve, the button says %s', async (ready, words) => {
  put([line], ready);
  await says(`Approve ${words} without exceptions`);
});

test('the totals wait for the corrections that are due, which appear above them', async () => {
  leave();
  const due = Promise.withResolvers<object>();
  answerCalls('/corrections-due', () => due.promise);
  queries = openQueries();
  put([line]);
  show(<Hours />, queries);
  // Whatever follows a part that loads is hidden.
  await see(() => document.querySelector('[data-loads] ~ dl'));
  due.resolve([{ period: span, lines: 2 }]);
  await says('Review 2 corrections');
  expect(document.querySelector('[data-loads]')).toBe(null);
});
