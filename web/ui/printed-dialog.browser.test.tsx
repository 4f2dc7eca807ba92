import { afterEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import '#web/styles/base.css';
import '#web/styles/signed-in.css';
import '#web/styles/printed-dialog.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { see, show } from '#test/screen.tsx';

const close = () => undefined;
const paper = async () => {
  // Letter paper between its margins.
  await page.viewport(725, 960);
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
};
const isPrinted = (selector: string) => document.querySelector(selector)?.checkVisibility({ visibilityProperty: true });
const isCovered = (dialog: Element) => getComputedStyle(dialog, '::backdrop').display !== 'none';

afterEach(() => cdp().send('Emulation.setEmulatedMedia', { media: '' }));

test('an open dialog to read is printed whole, without its page and its shadow', async () => {
  show(
    <main>
      <p id="page">Open Vacancies</p>
      <Dialog onClose={close} title="Plans">
        <p id="plans" style={{ height: '3000px' }}>
          Unit 4
        </p>
        <p id="end">Bell at 3:00 PM</p>
      </Dialog>
    </main>,
  );
  const dialog = await see(() => document.querySelector<HTMLElement>('dialog[open]'));
  await paper();
  expect([isPrinted('#plans'), isPrinted('#end'), isPrinted('#page'), isCovered(dialog)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(dialog.offsetHeight).toBeGreaterThan(3000);
  expect(dialog.getBoundingClientRect().left).toBe(0);
});

test('the parts of a printed dialog stay apart, and its footer and search are left out', async () => {
  show(
    <Dialog onClose={close} title="Plans" footer={<button>Close</button>}>
      <Field label="Search by name">
        <SearchInput />
      </Field>
      <div id="plans">Unit 4</div>
      <div id="end">Bell at 3:00 PM</div>
    </Dialog>,
  );
  await see(() => document.querySelector('dialog[open]'));
  await paper();
  const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  expect(box('#end').top - box('#plans').bottom).toBeGreaterThanOrEqual(12);
  expect(['footer', '[type=search]', 'label'].map(isPrinted)).toEqual([false, false, false]);
});

test.each([
  [
    'a form',
    <Dialog key="form" onClose={close} onSubmit={close} dirty={false} title="Edit Vacancy">
      <p id="text">Title</p>
    </Dialog>,
  ],
  [
    'a question',
    <Dialog key="question" onClose={close} role="alertdialog" title="Discard your changes?">
      <p id="text">Your changes will be lost.</p>
    </Dialog>,
  ],
  [
    'a menu',
    <Modal key="menu" open onClose={close} label="Menu" className="drawer">
      <p id="text">Dashboard</p>
    </Modal>,
  ],
])('%s that is open is left off the printed page', async (_, open) => {
  show(
    <main>
      <p id="page">Open Vacancies</p>
      {open}
    </main>,
  );
  await see(() => document.querySelector('dialog[open]'));
  await paper();
  expect([isPrinted('#page'), isPrinted('#text')]).toEqual([true, false]);
});
