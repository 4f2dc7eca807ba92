import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionUser } from '#contract/session.ts';
import type { HourLine } from '#web/features/hours/hour-words.ts';
import { PlaceProvider } from '#web/navigation/place.tsx';
import { Hours } from '#web/screens/school-admin/hours/hours.tsx';
import { dueCorrectionsQuery, type Hours as Period, hoursQuery } from '#web/screens/school-admin/hours/queries.ts';
import { sessionQuery } from '#web/session/session.ts';

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

let root: Root;
let queries: QueryClient;
const { queryKey } = hoursQuery({ date: '', show: 'open', search: '' });
const put = (rows: HourLine[]) =>
  queries.setQueryData(queryKey, { pages: [{ rows: { ...period, rows }, next: null }], pageParams: [''] });

beforeEach(() => {
  history.replaceState(null, '', `${location.pathname}?show=open`);
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  queries.setQueryData(sessionQuery.queryKey, { id: 7, schools: [] } as unknown as SessionUser);
  queries.setQueryData(dueCorrectionsQuery.queryKey, []);
  put([line]);
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  root.render(
    <QueryClientProvider client={queries}>
      <PlaceProvider>
        <Hours />
      </PlaceProvider>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  history.replaceState(null, '', location.pathname);
});

const patience = { timeout: 8000, interval: 10 };
const see = <Seen,>(look: () => Seen | null | undefined | false): Promise<Seen> =>
  vi.waitFor(() => {
    const found = look();
    if (found === null || found === undefined || found === false) throw new Error(document.body.innerText);
    return found;
  }, patience);
const note = () => document.querySelector<HTMLTextAreaElement>('textarea[name="note"]');

test('a typed note stays when a colleague approves the line and it leaves the filtered list', async () => {
  (await see(() => document.querySelector<HTMLButtonElement>('[aria-label^="Open Daniel Reyes"]'))).click();
  const field = await see(note);
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Stayed for the assembly');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  put([]);
  await see(() => document.body.innerText.includes('Nothing found'));
  expect(note()?.value).toBe('Stayed for the assembly');
});
