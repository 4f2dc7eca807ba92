import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { WorkLimits } from '#web/features/person/work-limits.tsx';
import { answerVersions, field, press, says, show, type } from '#test/screen.tsx';
import { patience } from '#web/testing/tab.ts';

type Limits = Record<'weekMinutes' | 'monthMinutes' | 'assignmentDays' | 'yearDays', number | null> & {
  version: number;
};

/** The limits as two administrators save them. */
let stored: Limits;
let queries: QueryClient;

beforeEach(() => {
  stored = { weekMinutes: 40 * 60, monthMinutes: null, assignmentDays: null, yearDays: null, version: 3 };
  answerVersions('/work-limits', { read: () => stored, write: (next) => (stored = next) });
  queries = show(<WorkLimits id={9} name="Daniel Reyes" />);
});

test('a limit that a colleague sets mid-edit is kept, and one that both changed raises a question', async () => {
  await press('Change limits');
  type(await field('year'), '90');
  stored = { ...stored, weekMinutes: 20 * 60, version: 4 };
  await queries.invalidateQueries();
  await vi.waitFor(async () => expect((await field('week')).value).toBe('20'), patience);
  stored = { ...stored, yearDays: 60, version: 5 };
  await queries.invalidateQueries();
  await says('Changed by someone else to “60”.');
  await press('Keep mine');
  await press('Save');
  await vi.waitFor(() => expect(stored).toMatchObject({ weekMinutes: 1200, yearDays: 90, version: 6 }), patience);
});

test('a limit of one is singular', async () => {
  stored = { weekMinutes: 60, monthMinutes: null, assignmentDays: 1, yearDays: 90, version: 4 };
  await queries.invalidateQueries();
  await says('1 hour a week, 1 day in one class, 90 days a school year');
});

test('hours that are no whole minutes read as they can be entered, and can be saved again', async () => {
  // 19.99 hours.
  stored = { weekMinutes: 1199, monthMinutes: null, assignmentDays: null, yearDays: null, version: 4 };
  await queries.invalidateQueries();
  await says('19.98 hours a week');
  await press('Change limits');
  expect((await field('week')).value).toBe('19.98');
  type(await field('year'), '90');
  await press('Save');
  await vi.waitFor(() => expect(stored).toMatchObject({ weekMinutes: 1199, yearDays: 90 }), patience);
});
