import { beforeEach, expect, test } from 'vitest';
import { OwnerFill } from '#web/screens/overall-admin/dashboard/owner-fill.tsx';
import { answerCalls, press, says, see, show } from '#test/screen.tsx';

const rate = { total: 10, filled: 8, fillRate: 80, low: 49, high: 94.3, isTooEarly: false };
const days = { from: '2026-09-01', to: '2026-11-29' };
const weekdays: never[] = [];
/** The rest of the report of a school without classes. */
const nothing = {
  all: { total: 0, filled: 0, fillRate: null, low: null, high: null, isTooEarly: true },
  leadTimes: [],
  weekdays,
  timeToFill: { fills: 0, median: null, p90: null },
  messages: { classes: 0, filled: 0, sent: 0, perFill: null },
  answers: { notified: 0, isTooEarly: true, points: [] },
  unfilled: 0,
  rows: [],
};

beforeEach(() => {
  answerCalls('', (_body, path) =>
    path.endsWith('/fill-by-school')
      ? {
          ...days,
          all: rate,
          schools: 2,
          weekdays,
          rows: [3, 4].map((id) => ({ id, name: `School ${id}`, city: null, state: null, ...rate })),
        }
      : { ...days, schoolName: 'School 4', ...nothing },
  );
});

const focused = (label: string) => see(() => document.activeElement?.textContent === label);

test('Back returns from one school to all of them, and the keyboard to its row', async () => {
  history.replaceState(null, '', '?more=fill');
  document.body.style.paddingBottom = '4000px';
  show(<OwnerFill />);
  await says('School 4');
  scrollTo(0, 400);
  await press('School 4');
  await says('There were no classes to fill on these days.');
  await focused('All schools');
  await see(() => (document.activeElement?.getBoundingClientRect().top ?? -1) >= 0);
  history.back();
  await focused('School 4');
  expect(location.search).toBe('?more=fill');
  await press('School 3');
  await press('All schools');
  await focused('School 3');
  await see(() => location.search === '?more=fill');
  document.body.style.paddingBottom = '';
});
