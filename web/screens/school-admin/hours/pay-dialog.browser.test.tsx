import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exportPresets } from '#domain/hours-export.ts';
import { defaultPaySettings, type PaySettings } from '#domain/pay.ts';
import { PayDialog } from '#web/screens/school-admin/hours/pay-dialog.tsx';

/** The settings as two administrators save them: the network refuses an older version. */
let stored: { settings: PaySettings; version: number };
let root: Root;
let isClosed: boolean;
const network = globalThis.fetch;
const answered: typeof fetch = async (address, init) => {
  const { pathname } = new URL(address instanceof Request ? address.url : address, location.href);
  if (pathname !== '/api/hours/settings') return network(address, init);
  if (init?.method === 'PUT') {
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as typeof stored;
    if (body.version !== stored.version)
      return Response.json({ code: 'conflict', message: 'Someone else saved it.' }, { status: 409 });
    stored = { settings: body.settings, version: body.version + 1 };
  }
  return Response.json({ export: exportPresets.days, ...stored });
};

beforeEach(() => {
  stored = { settings: defaultPaySettings, version: 3 };
  isClosed = false;
  globalThis.fetch = answered;
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PayDialog onClose={() => (isClosed = true)} />
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
async function type(name: string, text: string): Promise<void> {
  const field = await see(() => document.querySelector<HTMLInputElement>(`input[name="${name}"]`));
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
async function press(name: string): Promise<void> {
  (
    await see(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(name)))
  ).click();
}

test('pay settings that a colleague saves in the meantime are asked about, and the others are taken over', async () => {
  await type('regularCents', '185');
  stored = {
    settings: { ...defaultPaySettings, regularCents: 17_500, period: 'weekly', breakMinutes: 20 },
    version: 4,
  };
  await press('Save');
  await says('Someone else saved it.');
  await says('Changed by someone else to “175.00”.');
  await press('Save');
  expect(stored.version, 'nothing is sent before one of the two is chosen').toBe(4);
  await press('Keep mine');
  await press('Save');
  await see(() => isClosed);
  expect(stored).toMatchObject({ settings: { regularCents: 18_500, period: 'weekly', breakMinutes: 20 }, version: 5 });
});

test('a choice that a colleague made meanwhile is called by its name', async () => {
  const select = await see(() => document.querySelector<HTMLSelectElement>('select[name="unit"]'));
  select.value = 'hour';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  stored = { settings: { ...defaultPaySettings, unit: 'period' }, version: 4 };
  await press('Save');
  await says('Changed by someone else to “Class periods”.');
});

test('an amount that is saved in another form isn’t taken for a colleague’s', async () => {
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(document.body.innerText));
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  await type('regularCents', '185');
  await press('Save');
  await see(() => isClosed);
  watch.disconnect();
  expect(stored.settings.regularCents).toBe(18_500);
  expect(seen.filter((text) => text.includes('Changed by someone else'))).toEqual([]);
});
