import { expect, test } from 'vitest';
import { VacancyDetails } from '#web/features/vacancies/details/vacancy-details.tsx';
import { AssignmentDialog } from '#web/screens/substitute/my-assignments/assignment-dialog.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, says, show } from '#test/screen.tsx';

const now = new Date('2026-11-23T11:05:00Z');
const vacancy = openVacancy({ status: 'filled', confirmed: true, schoolPhone: '(218) 555-0140' });
const none = () => undefined;

test.each([
  [
    'an assignment',
    <AssignmentDialog
      key="own"
      id={vacancy.id}
      now={now}
      openersOf={() => ({ onCancel: none, onCannotCome: none, onPlans: none })}
      onClose={none}
    />,
  ],
  ['the details of an absence', <VacancyDetails key="details" id={vacancy.id} now={now} onClose={none} />],
])('%s stays in its dialog when a refresh loses its connection, and goes when it is refused', async (_, dialog) => {
  let answer = (): object | Promise<object> => vacancy;
  answerCalls(`/vacancies/${vacancy.id}`, () => answer());
  const queries = show(dialog);
  await says('8:00 AM');
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await queries.invalidateQueries();
  expect(document.body.innerText).toContain('8:00 AM');
  answer = () => Response.json({ error: 'This vacancy does not exist.', code: 'not_found' }, { status: 404 });
  await queries.invalidateQueries();
  await expect.poll(() => document.body.innerText).not.toContain('8:00 AM');
});
