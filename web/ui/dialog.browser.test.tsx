import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from '#web/ui/dialog.tsx';
import { show } from '#test/screen.tsx';

/** A low dialog whose field is at the end of its visible part. The styles are those of the classes. */
function LowDialog({ changed }: { changed: string | null }) {
  return (
    <Dialog onClose={() => {}} title="Edit Vacancy" changed={changed} footer={<button>Save</button>}>
      <style>
        {`.dialog > div { display: flex; flex-direction: column; height: 320px }
          .flex-none, .dialog > div > :not(.flex-1) { flex: none }
          .flex-1 { flex: 1; min-height: 0; overflow: auto }
          svg { width: 18px }`}
      </style>
      <div style={{ height: 400 }} />
      <input aria-label="Room" />
      <div style={{ height: 400 }} />
    </Dialog>
  );
}

test('a sentence about a change doesn’t push the focused field out of view', async () => {
  show(<LowDialog changed={null} />);
  const field = page.getByRole('textbox', { name: 'Room' });
  await expect.element(field).toBeVisible();
  const input = field.element() as HTMLInputElement;
  const body = input.parentElement;
  input.focus({ preventScroll: true });
  const bottomOf = (element: Element | null) => element?.getBoundingClientRect().bottom ?? 0;
  // The field is at the lower edge.
  if (body) body.scrollTop = bottomOf(input) - bottomOf(body);
  show(<LowDialog changed="Someone edited this vacancy in the meantime." />);
  await expect.element(page.getByText(/in the meantime/)).toBeVisible();
  expect(bottomOf(input)).toBeLessThan(bottomOf(body) + 1);
});
