import { expect, test } from 'vitest';
import { VacancyReport } from '#web/screens/school-admin/dashboard/vacancy-report.tsx';
import { answerCalls, see, show } from '#test/screen.tsx';

test('no date and no status breaks across lines on paper', async () => {
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
          rows: [
            {
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
            },
          ],
        }
      : { months: [], leadTimes: [], medianMinutesToFill: null },
  );
  show(<VacancyReport month="2026-12" />);
  const row = await see(() => document.querySelector('tbody tr'));
  const whole = [...row.querySelectorAll('.whitespace-nowrap')].map(({ textContent }) => textContent);
  expect(whole).toContain('December 10, 2026');
  expect(row.querySelector(String.raw`.print\:\[\&\>\*\]\:whitespace-nowrap`)?.textContent).toBe('Pending Approval');
});
