import { expect, test } from 'vitest';
import { FillReport } from '#web/features/reports/fill/fill-report.tsx';
import { answerCalls, see, show } from '#test/screen.tsx';

const rate = { total: 10, filled: 9, fillRate: 90, low: 59.6, high: 98.2, isTooEarly: true };

test('no date breaks across lines', async () => {
  answerCalls('/fill', () => ({
    schoolName: 'Cedar Hollow',
    from: '2026-09-02',
    to: '2026-11-30',
    all: rate,
    leadTimes: [],
    weekdays: [],
    timeToFill: { fills: 9, median: 195, p90: null },
    messages: { classes: 10, filled: 9, sent: 20, perFill: 2.2 },
    answers: { notified: 1, isTooEarly: true, points: [] },
    unfilled: 1,
    rows: [
      {
        id: 12,
        date: '2026-11-20',
        startTime: '08:00',
        endTime: '15:00',
        teacherId: 2,
        teacherName: 'Malik Kowalczyk',
        absenceReason: 'Illness',
        description: 'Grade 3, all day',
        isCoveredInside: false,
        isNoShow: true,
        minutesAhead: 786,
        notified: 14,
        saw: 9,
        declined: 3,
        requests: 1,
      },
    ],
  }));
  show(<FillReport schoolId={3} days={{ from: '2026-09-02', to: '2026-11-30' }} />);
  const whole = await see(() => {
    const found = [...document.querySelectorAll('.whitespace-nowrap')].map(({ textContent }) => textContent);
    return found.length > 0 && found;
  });
  expect(whole).toEqual(expect.arrayContaining(['September 2, 2026', 'November 30, 2026', 'Fri, Nov 20']));
});
