import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionUser } from '#contract/session.ts';
import { exportPresets } from '#domain/hours-export.ts';
import { defaultPaySettings } from '#domain/pay.ts';
import { FileDialog } from '#web/screens/school-admin/hours/file-dialog.tsx';
import { type Hours, paySettingsQuery } from '#web/screens/school-admin/hours/queries.ts';
import { sessionQuery } from '#web/session/session.ts';

/** The columns as two administrators save them: the network refuses an older version. */
let stored: { export: { shape: string; columns: { field: string; heading: string }[] }; version: number };
let root: Root;
let queries: QueryClient;
const network = globalThis.fetch;
const columnsWith = (heading: string) => ({
  ...exportPresets.days,
  columns: exportPresets.days.columns.map((column, at) => (at === 0 ? { ...column, heading } : { ...column })),
});
const answered: typeof fetch = async (address, init) => {
  const { pathname } = new URL(address instanceof Request ? address.url : address, location.href);
  if (pathname !== '/api/hours/settings') return network(address, init);
  if (init?.method !== 'PUT') return Response.json({ settings: defaultPaySettings, ...stored });
  const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as typeof stored;
  if (body.version !== stored.version)
    return Response.json({ code: 'conflict', message: 'Someone else saved it.' }, { status: 409 });
  stored = { export: body.export, version: body.version + 1 };
  return Response.json({ settings: defaultPaySettings, ...stored });
};

beforeEach(() => {
  stored = { export: columnsWith('Badge'), version: 3 };
  globalThis.fetch = answered;
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(sessionQuery.queryKey, { id: 7, schools: [] } as unknown as SessionUser);
  const hours = {
    unit: 'hours',
    period: { from: '2026-11-01', to: '2026-11-15' },
    totals: { lines: 0 },
    approved: { lines: 0 },
  } as unknown as Hours;
  root.render(
    <QueryClientProvider client={queries}>
      <FileDialog hours={hours} lines={[]} address="/hours.csv" onClose={() => {}} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  globalThis.fetch = network;
});

const patience = { timeout: 8000, interval: 10 };
const see = <Seen,>(look: () => Seen | null | undefined | false): Promise<Seen> =>
  vi.waitFor(() => {
    const found = look();
    if (found === null || found === undefined || found === false) throw new Error(document.body.innerText);
    return found;
  }, patience);
const heading = () => see(() => document.querySelector<HTMLInputElement>('input[aria-label^="Heading of"]'));
const says = (text: string) => see(() => document.body.innerText.includes(text));
async function press(name: string): Promise<void> {
  (
    await see(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(name)))
  ).click();
}

test('a question appears about columns that a colleague saves in the meantime, and neither person’s are lost', async () => {
  const field = await heading();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'Number');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  stored = { export: columnsWith('Staff ID'), version: 4 };
  await press('Save columns');
  await says('Someone else saved it.');
  await says('Changed by someone else while you were editing.');
  expect(stored.export.columns[0]?.heading).toBe('Staff ID');
  await press('Keep mine');
  await press('Save columns');
  await says('Download CSV');
  expect([stored.version, stored.export.columns[0]?.heading]).toEqual([5, 'Number']);
  stored = { export: columnsWith('Staff ID'), version: 6 };
  await queries.invalidateQueries({ queryKey: paySettingsQuery.queryKey });
  await vi.waitFor(async () => expect((await heading()).value).toBe('Staff ID'), patience);
});
