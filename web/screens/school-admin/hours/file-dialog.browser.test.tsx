import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { exportPresets } from '#domain/hours-export.ts';
import { defaultPaySettings } from '#domain/pay.ts';
import { FileDialog } from '#web/screens/school-admin/hours/file-dialog.tsx';
import { type Hours, type PaySettingsReply, paySettingsQuery } from '#web/screens/school-admin/hours/queries.ts';
import { answerVersions, press, says, see, show, type } from '#test/screen.tsx';
import { patience } from '#web/testing/tab.ts';

/** The columns as two administrators save them. */
let stored: PaySettingsReply;
let queries: QueryClient;
const columnsWith = (heading: string) => ({
  ...exportPresets.days,
  columns: exportPresets.days.columns.map((column, at) => (at === 0 ? { ...column, heading } : { ...column })),
});

beforeEach(() => {
  stored = { settings: defaultPaySettings, export: columnsWith('Badge'), version: 3 };
  answerVersions('/hours/settings', { read: () => stored, write: (next) => (stored = { ...stored, ...next }) });
  const hours = {
    unit: 'hours',
    period: { from: '2026-11-01', to: '2026-11-15' },
    totals: { lines: 0 },
    approved: { lines: 0 },
  } as unknown as Hours;
  queries = show(<FileDialog hours={hours} lines={[]} address="/hours.csv" onClose={() => {}} />);
});

const heading = () => see(() => document.querySelector<HTMLInputElement>('input[aria-label^="Heading of"]'));

test('a question appears about columns that a colleague saves in the meantime, and neither person’s are lost', async () => {
  type(await heading(), 'Number');
  stored = { ...stored, export: columnsWith('Staff ID'), version: 4 };
  await press('Save columns');
  await says('Someone else saved it.');
  await says('Changed by someone else while you were editing.');
  expect(stored.export.columns[0]?.heading).toBe('Staff ID');
  await press('Keep mine');
  await press('Save columns');
  await says('Download CSV');
  expect([stored.version, stored.export.columns[0]?.heading]).toEqual([5, 'Number']);
  stored = { ...stored, export: columnsWith('Staff ID'), version: 6 };
  await queries.invalidateQueries({ queryKey: paySettingsQuery.queryKey });
  await vi.waitFor(async () => expect((await heading()).value).toBe('Staff ID'), patience);
});
