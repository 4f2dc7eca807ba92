import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import '#web/styles/print.css';
import { answerCalls, openQueries, see, show } from '#test/screen.tsx';
import { Breakdowns } from '#web/screens/school-admin/dashboard/breakdowns.tsx';

const media = (name: string) => cdp().send('Emulation.setEmulatedMedia', { media: name });
afterEach(() => media(''));

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    key: `${at}`,
    name: `Substitute ${at}`,
    values: [1, 1, 1, '2026-11-30'],
  }));

test('a table that doesn’t fit on a page is split across pages, and a shorter one is not', async () => {
  answerCalls('', () => ({
    from: '2025-12-01',
    to: '2026-11-30',
    tables: [
      { table: 'substitute_days', found: 40, rows: rowsOf(40) },
      { table: 'substitute_reliability', found: 4, rows: rowsOf(4) },
    ],
  }));
  show(
    <Breakdowns report="substitutes" title="Substitutes" days={{ from: '2025-12-01', to: '2026-11-30' }} />,
    openQueries({ id: 7, schools: [{ id: 3, name: 'Cedar Hollow', timeZone: 'America/Chicago' }] }),
  );
  const long = await see(() => document.querySelector('[aria-labelledby=substitute_days]'));
  const short = await see(() => document.querySelector('[aria-labelledby=substitute_reliability]'));
  await media('print');
  expect(getComputedStyle(long).breakInside).toBe('auto');
  expect(getComputedStyle(short).breakInside).toBe('avoid');
});
