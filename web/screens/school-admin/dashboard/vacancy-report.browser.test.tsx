import { expect, test } from 'vitest';
import { VacancyReport } from '#web/screens/school-admin/dashboard/vacancy-report.tsx';
import { answerCalls, says, see, show } from '#test/screen.tsx';

const vacancy = {
  id: 12,
  date: '2026-12-10',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day',
  teacherId: 2,
  teacherName: 'Maya Okafor',
  absenceReason: 'Personal',
  status: 'pending_approval',
  substituteName: null,
  confirmed: null,
  isNoShow: false,
  coveredBy: null,
};

const answerWith = (rows: object[], counts: object = {}) =>
  answerCalls('', (_body, path) =>
    path === '/api/reports/vacancies'
      ? {
          month: '2026-12',
          total: 1,
          open: 0,
          pending: 1,
          filled: 0,
          unconfirmed: 0,
          noShows: 0,
          extraHands: 0,
          deleted: 0,
          fillRate: 0,
          reasons: [],
          days: [],
          rows,
          ...counts,
        }
      : { months: [], leadTimes: [], medianMinutesToFill: null },
  );

test('no date and no status breaks across lines on paper', async () => {
  answerWith([vacancy]);
  show(<VacancyReport month="2026-12" />);
  const row = await see(() => document.querySelector('tbody tr'));
  const whole = [...row.querySelectorAll('.whitespace-nowrap')].map(({ textContent }) => textContent);
  expect(whole).toContain('December 10, 2026');
  expect(row.querySelector(String.raw`.print\:\[\&\>\*\]\:whitespace-nowrap`)?.textContent).toBe('Pending Approval');
});

test('a class without a substitute reads “No one yet” only until it ends', async () => {
  answerWith([
    { ...vacancy, id: 1, date: '2020-01-10', status: 'open' },
    { ...vacancy, id: 2, date: '2099-01-09', status: 'open' },
  ]);
  show(<VacancyReport month="2026-12" />);
  await see(() => document.querySelector('tbody tr'));
  const [past, coming] = [...document.querySelectorAll<HTMLElement>('tbody tr')].slice(-2);
  expect(past?.innerText).toContain('Not covered');
  expect(coming?.innerText).toContain('No one yet');
});

test('a filled class that its substitute has not confirmed is counted and marked', async () => {
  const filled = { ...vacancy, status: 'filled', substituteName: 'Daniel Reyes' };
  answerWith(
    [
      { ...filled, id: 1, confirmed: false },
      { ...filled, id: 2, date: '2026-12-11', confirmed: true },
    ],
    { total: 2, pending: 0, filled: 2, unconfirmed: 1 },
  );
  show(<VacancyReport month="2026-12" />);
  await says('Filled but unconfirmed');
  const counted = [...document.querySelectorAll('dt')].find(
    ({ textContent }) => textContent === 'Filled but unconfirmed',
  );
  expect(counted?.nextElementSibling?.textContent).toBe('1');
  const rows = [...document.querySelectorAll<HTMLElement>('tbody tr')].slice(-2).map(({ innerText }) => innerText);
  expect(rows[0]).toContain('Unconfirmed');
  expect(rows[1]).toContain('Confirmed');
});
