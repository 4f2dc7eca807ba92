import { afterEach, expect, test } from 'vitest';
import { AddPersonDialog } from '#web/features/managed/add-person-dialog.tsx';
import { DiscardQuestion } from '#web/ui/discard-question.tsx';
import { dismissToast, shownToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { answerCalls, field, says, see, show, type } from '#test/screen.tsx';

afterEach(() => dismissToast(shownToast()));

const school = { id: 3, name: 'Cedar Hollow', timeZone: 'America/Chicago' };

async function add(reply: () => Response) {
  answerCalls('/users/invite', reply);
  show(
    <>
      <AddPersonDialog kind="substitute" school={school} onClose={() => {}} />
      <DiscardQuestion />
      <Toaster />
    </>,
  );
  type(await field('fullName'), 'Robin Sample');
  (await see(() => document.querySelector('form'))).requestSubmit();
}

test('a refused phone number is said once, at its field', async () => {
  const error = 'Enter a phone number with its area code.';
  await add(() => Response.json({ code: 'bad_input', error, fields: { phone: error } }, { status: 400 }));
  await says(error);
  await says('Error adding substitute');
  expect(document.body.innerText.split(error)).toHaveLength(2);
});

test('an invitation to print says in its dialog that the substitute was added, and no toast covers the slip', async () => {
  const slip = {
    fullName: 'Robin Sample',
    username: 'robin_sample',
    code: 'K7QM-2F9D',
    path: '/invitation/K7QM-2F9D',
    expiresAt: '2026-12-15T12:00:00.000Z',
  };
  await add(() => Response.json({ id: 5, mailed: false, slip }, { status: 201 }));
  await says('K7QM-2F9D');
  await says('Substitute added successfully.');
  expect(document.querySelector('[data-toast]')).toBe(null);
  document.querySelector('dialog')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  // There is one of each.
  await says('Close without the slip?');
  await says('you’ll have to invite this person again');
});

test('a known person is offered only for the email and phone that were sent', async () => {
  const person = { id: 8, fullName: 'Hannah Becker', worksHere: false };
  await add(() => Response.json({ code: 'person_exists', error: 'Already known.', person }, { status: 409 }));
  await says('Hannah Becker already works in your district');
  type(await field('phone'), '218 555 0199');
  // Otherwise "This is someone else" would be about a number that no one looked up.
  await see(() => !document.body.innerText.includes('Hannah Becker'));
  type(await field('phone'), '');
  await says('Hannah Becker already works in your district');
  type(await field('fullName'), 'Hannah B.');
  await says('Hannah Becker already works in your district');
});
