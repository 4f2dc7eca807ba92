import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AnswerActions } from '#web/features/vacancies/answer/answer-actions.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { dismissToast, shownToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { answerCalls, press, says, see, show } from '#test/screen.tsx';

const asked = openVacancy({ status: 'pending_approval', requestedById: 9, can: ['approve', 'reject'] });
const requester = { id: 9, fullName: 'Bob Ray' } as typeof asked.requester;

beforeEach(() => dismissToast(shownToast()));

/** Shows the buttons of a dialog. Returns the paths of the calls that change something. */
function open(reply: (path: string) => object = () => ({ ...asked, status: 'filled' })): string[] {
  const paths: string[] = [];
  answerCalls('', (body, path) => {
    if (body === null && !path.endsWith('undo-answer')) return asked;
    paths.push(path);
    return reply(path);
  });
  show(
    <>
      <AnswerActions vacancy={{ ...asked, requester }} isGone={false} />
      <Toaster />
    </>,
  );
  return paths;
}

test.each(['Approve', 'Reject'])('%s in a dialog offers Undo, by keyboard too', async (act) => {
  const paths = open();
  await press(act);
  const undo = await see(() => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Undo'));
  await userEvent.keyboard('{F6}{Tab}');
  expect(document.activeElement).toBe(undo);
  await userEvent.keyboard('{Enter}');
  await says('The request is waiting for an answer again. No one was notified.');
  expect(paths.at(-1)).toBe('/api/vacancies/1/undo-answer');
});

test('an Undo in a dialog that comes too late says so', async () => {
  const late = 'It’s too late to undo this.';
  open((path) =>
    path.endsWith('undo-answer')
      ? Response.json({ error: late, code: 'undo_too_late' }, { status: 409 })
      : { ...asked, status: 'filled' },
  );
  await press('Approve');
  await press('Undo');
  await says(late);
});

test('a dialog says that someone else answered the request first', async () => {
  const sentence = 'This vacancy has just been filled.';
  open(() => Response.json({ error: sentence, code: 'already_filled' }, { status: 409 }));
  await press('Approve');
  await says(sentence);
});
