import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { patience } from '#web/testing/tab.ts';
import { drafts } from '#web/ui/draft.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

const notes = drafts('test-note', z.object({ note: z.string() }));

function Note({ about }: { about: string }) {
  const form = useBlankForm({ note: '' }, () => ({}), { draft: notes(7, about) });
  return <input {...form.text('note')} aria-label={about} />;
}

let root: Root;
beforeEach(() => {
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  notes(7).keep(null);
});

async function open(about: string): Promise<HTMLInputElement> {
  root.render(<Note key={about} about={about} />);
  return vi.waitFor(() => {
    const field = document.querySelector<HTMLInputElement>(`[aria-label="${about}"]`);
    if (field === null) throw new Error(`${about} isn't shown.`);
    return field;
  }, patience);
}
async function type(field: HTMLInputElement, text: string): Promise<void> {
  const { ariaLabel: about } = field;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(notes(7, about ?? '').read()).toEqual(text === '' ? null : { note: text }), patience);
}

test('opening another form of the same kind keeps the text typed earlier', async () => {
  await type(await open('monday'), 'I can be there by 7:40.');
  expect((await open('tuesday')).value).toBe('');
  const again = await open('monday');
  expect(again.value).toBe('I can be there by 7:40.');
  await type(again, '');
  expect(notes(7, 'monday').read()).toBeNull();
});
