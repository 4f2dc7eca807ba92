import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { see, show } from '#test/screen.tsx';

/** A form that is taller than the window, under a page of its own height. The styles are those of the classes. */
function LongForm() {
  const [text, setText] = useState('');
  return (
    <section>
      <style>{'.sticky { position: sticky; bottom: 0; background: white }'}</style>
      <h2 tabIndex={-1}>Long form</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setText('');
        }}
      >
        <div style={{ height: '200vh' }} />
        <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />
        <p role="status" style={{ height: 20 }}>
          {text === 'ab' ? 'Three letters or more.' : ''}
        </p>
        <div style={{ height: '200vh' }} />
        <p role="status">{text === 'ax' ? 'Far below.' : ''}</p>
        <SaveBar dirty={text !== ''} saving={false} onRevert={() => setText('')} />
      </form>
    </section>
  );
}

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  // A window scrolls by whole pixels.
  return top > -1 && bottom < innerHeight + 1;
};

test('after saving with the keyboard, the focused heading is in view', async () => {
  show(<LongForm />);
  await page.getByRole('textbox', { name: 'Note' }).fill('a');
  (await see(() => document.querySelector<HTMLElement>('[type=submit]'))).focus();
  scrollTo({ top: document.documentElement.scrollHeight });
  await userEvent.keyboard('{Enter}');
  const heading = await see(() => document.activeElement?.matches('h2') === true && document.activeElement);
  expect(isInView(heading)).toBe(true);
});

test('a message that appears under the bar scrolls out from under it', async () => {
  show(<LongForm />);
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('a');
  const bar = await see(() => document.querySelector('.sticky'));
  const field = note.element();
  // The field is right above the bar, and its message under it.
  scrollBy({ top: field.getBoundingClientRect().bottom - bar.getBoundingClientRect().top });
  await userEvent.type(note, 'b');
  const message = await see(() => document.querySelector('section p[role=status]'));
  expect(message.textContent).toBe('Three letters or more.');
  expect(message.getBoundingClientRect().bottom).toBeLessThan(bar.getBoundingClientRect().top);
});

test('a message a screen below leaves the page where the person types', async () => {
  show(<LongForm />);
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('a');
  note.element().scrollIntoView({ block: 'center' });
  const before = scrollY;
  await userEvent.type(note, 'x');
  await see(() => [...document.querySelectorAll('[role=status]')].find((one) => one.textContent === 'Far below.'));
  expect(scrollY).toBe(before);
});

test('the bar doesn’t cover the field that is focused when it appears', async () => {
  show(<LongForm />);
  const note = page.getByRole('textbox', { name: 'Note' });
  await expect.element(note).toBeVisible();
  const field = note.element();
  scrollBy({ top: field.getBoundingClientRect().bottom - innerHeight });
  await userEvent.type(note, 'a');
  const bar = await see(() => document.querySelector('[data-bar] [type=submit]')?.closest('.sticky'));
  expect(field.getBoundingClientRect().bottom).toBeLessThan(bar.getBoundingClientRect().top);
});
