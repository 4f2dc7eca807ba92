import { useState } from 'react';
import { expect, test } from 'vitest';
import { navigate } from '#web/navigation/location.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { press, see, show } from '#test/screen.tsx';

function Asking() {
  const [isAsking, ask] = useState(false);
  return (
    <>
      <button type="button" onClick={() => ask(true)}>
        Deactivate
      </button>
      {isAsking ? (
        <ConfirmDialog
          isPrompt
          onClose={() => ask(false)}
          onConfirm={() => undefined}
          title="Deactivate Oak School?"
          confirmLabel="Deactivate it"
        >
          No one can register there.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

test('Back closes a question that isn’t in the address, and stays on the screen', async () => {
  navigate(`${location.pathname}?screen=schools`);
  show(<Asking />);
  await press('Deactivate');
  await see(() => document.querySelector('[role="alertdialog"]') !== null);
  history.back();
  await see(() => document.querySelector('[role="alertdialog"]') === null);
  await see(() => location.search === '?screen=schools');
  await press('Deactivate');
  await see(() => document.querySelector('[role="alertdialog"]') !== null);
  expect(location.search).toBe('?screen=schools');
});

function Failing() {
  const [isAsking, ask] = useState(false);
  const [failure, setFailure] = useState<string>();
  return (
    <>
      <button type="button" onClick={() => ask(true)}>
        Restore
      </button>
      <ConfirmDialog
        isPrompt
        open={isAsking}
        onClose={() => ask(false)}
        onConfirm={() => setFailure('This needs a connection. Try again once you’re online.')}
        title="Restore the standard text?"
        confirmLabel="Restore it"
        failure={failure}
      >
        Your own text will be deleted.
      </ConfirmDialog>
    </>
  );
}

test('The error of a question stays until the question has closed', async () => {
  show(<Failing />);
  await press('Restore');
  const question = await see(() => document.querySelector('[role="alertdialog"]'));
  await press('Restore it');
  await see(() => question.textContent.includes('This needs a connection.'));
  await press('Cancel');
  await see(() => !question.isConnected);
  expect(question.textContent).toContain('This needs a connection.');
});

test('A question about something that is gone has nothing to type or press except Close', async () => {
  show(
    <ConfirmDialog
      isPrompt
      isGone
      changed="Oak School was removed in the meantime."
      onClose={() => undefined}
      onConfirm={() => undefined}
      title="Delete Oak School?"
      confirmLabel="Delete it"
      typeToConfirm="Oak School"
    >
      All of its classes will be deleted.
    </ConfirmDialog>,
  );
  const question = await see(() => document.querySelector('[role="alertdialog"]'));
  expect(question.querySelector('input')).toBeNull();
  expect(question.textContent).not.toContain('Delete it');
});

test('A question that opens again doesn’t show the error of its last opening', async () => {
  show(<Failing />);
  const said = () => document.querySelector('[role="alertdialog"]')?.textContent ?? '';
  await press('Restore');
  await press('Restore it');
  await see(() => said().includes('This needs a connection.'));
  await press('Cancel');
  await see(() => said() === '');
  await press('Restore');
  await see(() => said().includes('Your own text'));
  expect(said()).not.toContain('This needs a connection.');
  await press('Restore it');
  await see(() => said().includes('This needs a connection.'));
});
