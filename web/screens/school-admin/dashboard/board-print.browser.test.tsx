import { expect, test, vi } from 'vitest';
import { boardQuery } from '#web/features/reports/queries.ts';
import { DayBoard } from '#web/screens/school-admin/dashboard/board.tsx';
import { boardLine } from '#web/testing/board-line.ts';
import { openQueries, says, see, show } from '#test/screen.tsx';

const today = '2026-11-24';
const timeZone = 'America/New_York';
const line = boardLine();

test('a day that is printed before its sheet has loaded shows its lines', async () => {
  // The browser is never idle, so nothing is prefetched.
  const idle = vi.spyOn(globalThis, 'requestIdleCallback').mockReturnValue(0);
  const queries = openQueries({ id: 7, schools: [{ id: 3, name: 'Cedar Hollow', timeZone }] });
  const day = { today, date: today, timeZone, closed: null, usesCover: false, week: [], nextDay: null };
  queries.setQueryData(boardQuery(today).queryKey, { ...day, lines: [line] });
  show(<DayBoard today={today} />, queries);
  await see(() => document.querySelector('#class-12'));
  await see(() => idle.mock.calls.length > 0);
  dispatchEvent(new Event('beforeprint'));
  expect(document.querySelector('#class-12')?.checkVisibility()).toBe(true);
  await says('Absences on Tuesday, November 24, 2026');
  expect(document.querySelector('#class-12')).toBeNull();
  dispatchEvent(new Event('afterprint'));
  await see(() => document.querySelector('#class-12'));
});
