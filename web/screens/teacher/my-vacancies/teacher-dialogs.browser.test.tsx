import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DeleteDialog } from '#web/features/office/delete-dialog.tsx';
import { useVacancyLayer } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { useTeacherDialogs } from '#web/screens/teacher/my-vacancies/use-teacher-dialogs.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, see, show } from '#test/screen.tsx';

const vacancy = openVacancy({ can: ['edit', 'remove'] });
const now = new Date('2026-11-22T13:00:00Z');

function OfTeacher() {
  const { openersOf, dialogs } = useTeacherDialogs(now);
  const { details, edit } = openersOf(vacancy);
  return (
    <>
      <button onClick={details}>Details</button>
      <button onClick={edit}>Edit</button>
      {dialogs}
    </>
  );
}

function OfAdmin() {
  const remove = useVacancyLayer('delete');
  return (
    <>
      <button onClick={() => remove.show(vacancy)}>Delete</button>
      {remove.render((props) => (
        <DeleteDialog {...props} />
      ))}
    </>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const question = page.getByRole('alertdialog');

test.each([
  {
    of: 'a teacher’s details',
    Screen: OfTeacher,
    presses: ['Details', 'Cancel absence'],
    act: 'Cancel absence',
    left: 0,
  },
  { of: 'a teacher’s edit', Screen: OfTeacher, presses: ['Edit', 'Cancel absence'], act: 'Cancel absence', left: 1 },
  { of: 'an administrator', Screen: OfAdmin, presses: ['Delete'], act: 'Delete', left: 0 },
])('a question of $of says that its vacancy was deleted meanwhile, and offers only Close', async (each) => {
  const { Screen, presses, act, left } = each;
  let isThere = true;
  answerCalls(`/vacancies/${vacancy.id}`, () =>
    isThere ? vacancy : Response.json({ code: 'not_found', error: 'Not there.' }, { status: 404 }),
  );
  const queries = show(<Screen />);
  for (const name of presses) await button(name).click();
  const answer = question.getByRole('button', { name: new RegExp(`^${act}`) });
  await expect.element(answer).toBeVisible();
  (answer.element() as HTMLElement).focus();
  isThere = false;
  await queries.invalidateQueries({ queryKey: ['vacancies', 'one'] });
  await expect.element(question.getByText('This vacancy was removed in the meantime.')).toBeVisible();
  await expect.element(answer).not.toBeInTheDocument();
  await see(() => question.element().contains(document.activeElement));
  const close = question.getByText('Close', { exact: true });
  await close.click();
  await see(() => document.querySelectorAll('dialog[open]').length === left);
});
