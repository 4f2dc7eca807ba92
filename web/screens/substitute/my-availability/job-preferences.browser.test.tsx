import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JobPreferenceFields } from '#web/screens/substitute/my-availability/job-preferences.tsx';
import { hasUnsavedText } from '#web/ui/unsaved.ts';

let root: Root;
let stored: Record<string, unknown>;
let sent: unknown[];
const network = globalThis.fetch;

/** The network: the preferences as they are stored, and one ZIP code that the server doesn't know. */
const answered: typeof fetch = async (address, init) => {
  const path = new URL(address instanceof Request ? address.url : address, location.href).pathname;
  if (path !== '/api/job-preferences') return network(address, init);
  if (init?.method === 'PUT') {
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, unknown>;
    sent.push(body);
    const message = "We don't know this ZIP code. Check it, or enter one nearby.";
    if (body['zip'] === '00000')
      return Response.json({ code: 'bad_input', message, fields: { zip: message } }, { status: 400 });
    stored = body;
  }
  return Response.json(stored);
};

beforeEach(() => {
  stored = { days: 'any', noticeHours: 0, grades: [], subjects: [], miles: null, zip: null };
  sent = [];
  globalThis.fetch = answered;
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <JobPreferenceFields />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  globalThis.fetch = network;
});

const patience = { timeout: 8000, interval: 10 };
/** Returns the control with this label, once it appears. */
function control<Element extends HTMLElement>(label: string): Promise<Element> {
  return vi.waitFor(() => {
    const named = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label));
    const found = named?.control;
    if (!found) throw new Error(`No '${label}' in: ${document.body.innerText}`);
    return found as unknown as Element;
  }, patience);
}
/** Types like a person, then leaves the field. */
async function type(label: string, text: string): Promise<void> {
  const field = await control<HTMLInputElement>(label);
  field.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.blur();
}
const says = (text: string) =>
  vi.waitFor(() => {
    if (!document.body.innerText.includes(text)) throw new Error(`Not '${text}' but: ${document.body.innerText}`);
  }, patience);

test('grades are folded under their names, and each choice is saved at once', async () => {
  await says('Grades: all');
  (await control<HTMLInputElement>('Kindergarten')).closest('details')?.querySelector('summary')?.click();
  (await control('Kindergarten')).click();
  await says('Grades: Kindergarten');
  (await control('Grade 4')).click();
  await says('Grades: Kindergarten, Grade 4');
  expect(sent.map((body) => (body as { grades: string[] }).grades)).toEqual([['K'], ['K', '4']]);
});

test('the distance waits for a ZIP code, which is checked before and after it is sent', async () => {
  const miles = await control<HTMLSelectElement>('Farthest distance');
  expect(miles.disabled).toBe(true);
  await type('Your ZIP code', '558');
  await says('Enter a 5-digit ZIP code.');
  expect(sent).toEqual([]);
  await vi.waitFor(() => expect(hasUnsavedText()).toBe(true), patience);
  await type('Your ZIP code', '00000');
  await says("We don't know this ZIP code.");
  await type('Your ZIP code', '55811');
  await vi.waitFor(() => expect(miles.disabled).toBe(false), patience);
  expect(document.body.innerText).not.toContain("We don't know");
  expect(hasUnsavedText()).toBe(false);
  miles.value = '10';
  miles.dispatchEvent(new Event('change', { bubbles: true }));
  await vi.waitFor(() => expect(stored).toMatchObject({ zip: '55811', miles: 10 }), patience);
  await type('Your ZIP code', '');
  await vi.waitFor(() => expect(stored).toMatchObject({ zip: null, miles: null }), patience);
});
