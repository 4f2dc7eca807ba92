import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useVacancyLayer } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, show } from '#test/screen.tsx';

const vacancy = openVacancy();

function Screen() {
  const edit = useVacancyLayer('edit');
  return (
    <>
      <button type="button" onClick={() => edit.show(vacancy)}>
        Edit
      </button>
      {edit.render((props) => (
        <p>{whatChanged(props.vacancy, props.current) ?? 'Nothing changed.'}</p>
      ))}
    </>
  );
}

test.each([
  [404, 'not_found'],
  [409, 'vacancy_gone'],
])('a dialog says that its vacancy was removed when the server answers %d %s', async (status, code) => {
  answerCalls(`/vacancies/${vacancy.id}`, () => Response.json({ code, error: 'Not there.' }, { status }));
  const queries = show(<Screen />);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect.element(page.getByText('Nothing changed.')).toBeVisible();
  await queries.invalidateQueries();
  await expect.element(page.getByText('This vacancy was removed in the meantime.')).toBeVisible();
});
