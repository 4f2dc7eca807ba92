import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Closure } from '#domain/closure.ts';
import { addDays, localDate } from '#domain/time.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { ClosedDays } from '#web/screens/school-admin/manage-school/closed-days.tsx';

const timeZone = 'America/New_York';
const inDays = (days: number) => addDays(localDate(new Date(), timeZone), days);
const school = {
  id: 3,
  name: 'Cedar Hollow',
  district: null,
  address: '1 School Road',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55811',
  phone: '(218) 555-0100',
  isActive: true,
  timeZone,
} as const;

/** The closed days as two administrators save them: the network refuses an older version. */
let stored: { closures: Closure[]; version: number };
let root: Root;
const network = globalThis.fetch;
const answered: typeof fetch = async (address, init) => {
  const { pathname } = new URL(address instanceof Request ? address.url : address, location.href);
  if (pathname !== '/api/schools/3') return network(address, init);
  if (init?.method === 'PATCH') {
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as typeof stored;
    if (body.version !== stored.version)
      return Response.json({ code: 'conflict', error: 'Someone changed this after you opened it.' }, { status: 409 });
    stored = { closures: body.closures, version: body.version + 1 };
  }
  return Response.json({ ...school, ...stored });
};

function Screen() {
  const { data } = useQuery(ownSchoolQuery(3));
  return data === undefined ? null : <ClosedDays school={data} />;
}

beforeEach(() => {
  stored = { closures: [], version: 3 };
  globalThis.fetch = answered;
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  root.render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })}
    >
      <Screen />
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
const says = (text: string) => see(() => document.body.innerText.includes(text));
const field = (name: keyof Closure) => see(() => document.querySelector<HTMLInputElement>(`input[name="${name}"]`));
async function type(name: keyof Closure, text: string): Promise<void> {
  const input = await field(name);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
async function press(name: string): Promise<void> {
  (
    await see(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(name)))
  ).click();
}

test('a closed day is added after a colleague’s from the same minute, and what was typed stays', async () => {
  await type('name', 'Snow day');
  await type('from', inDays(30));
  stored = { closures: [{ name: 'Workday', from: inDays(10), to: inDays(10) }], version: 4 };
  await press('Add closed days');
  await says('Someone changed this after you opened it.');
  await says('Workday');
  expect((await field('name')).value).toBe('Snow day');
  await press('Add closed days');
  await vi.waitFor(() => expect(stored.closures.map(({ name }) => name)).toEqual(['Workday', 'Snow day']), patience);
});
