import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkLimits } from '#web/features/person/work-limits.tsx';
import { PlaceProvider } from '#web/navigation/place.tsx';

type Limits = Record<'weekMinutes' | 'monthMinutes' | 'assignmentDays' | 'yearDays', number | null> & {
  version: number;
};

/** The limits as two administrators save them: the network refuses an older version. */
let stored: Limits;
let root: Root;
let queries: QueryClient;
const network = globalThis.fetch;
const answered: typeof fetch = async (address, init) => {
  const { pathname } = new URL(address instanceof Request ? address.url : address, location.href);
  if (!pathname.endsWith('/work-limits')) return network(address, init);
  if (init?.method === 'PUT') {
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Limits;
    if (body.version !== stored.version)
      return Response.json({ code: 'conflict', error: 'Someone else saved it.' }, { status: 409 });
    stored = { ...body, version: body.version + 1 };
    return Response.json({ ok: true });
  }
  return Response.json(stored);
};

beforeEach(() => {
  stored = { weekMinutes: 40 * 60, monthMinutes: null, assignmentDays: null, yearDays: null, version: 3 };
  globalThis.fetch = answered;
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  root.render(
    <QueryClientProvider client={queries}>
      <PlaceProvider>
        <WorkLimits id={9} name="Daniel Reyes" />
      </PlaceProvider>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  globalThis.fetch = network;
  history.replaceState(null, '', location.pathname);
});

const patience = { timeout: 8000, interval: 10 };
const see = <Seen,>(look: () => Seen | null | undefined | false): Promise<Seen> =>
  vi.waitFor(() => {
    const found = look();
    if (found === null || found === undefined || found === false) throw new Error(document.body.innerText);
    return found;
  }, patience);
const field = (name: string) => see(() => document.querySelector<HTMLInputElement>(`input[name="${name}"]`));
async function press(name: string): Promise<void> {
  (
    await see(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(name)))
  ).click();
}
async function type(name: string, text: string): Promise<void> {
  const input = await field(name);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

test('a limit that a colleague sets in mid-edit is kept, and one that both changed is asked about', async () => {
  await press('Change limits');
  await type('year', '90');
  stored = { ...stored, weekMinutes: 20 * 60, version: 4 };
  await queries.invalidateQueries();
  await vi.waitFor(async () => expect((await field('week')).value).toBe('20'), patience);
  stored = { ...stored, yearDays: 60, version: 5 };
  await queries.invalidateQueries();
  await see(() => document.body.innerText.includes('Changed by someone else to “60”.'));
  await press('Keep mine');
  await press('Save');
  await vi.waitFor(() => expect(stored).toMatchObject({ weekMinutes: 1200, yearDays: 90, version: 6 }), patience);
});
