import { expect, test } from 'vitest';
import { VacancyDetails } from '#web/features/vacancies/details/vacancy-details.tsx';
import { DetailsActions } from '#web/screens/teacher/my-vacancies/details-actions.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, press, says, show } from '#test/screen.tsx';

const vacancy = openVacancy({ can: ['remove', 'edit'] });

test('the actions of a vacancy that is gone do nothing', async () => {
  let answer = (): object => vacancy;
  answerCalls(`/vacancies/${vacancy.id}`, () => answer());
  const acted: string[] = [];
  const queries = show(
    <VacancyDetails
      id={vacancy.id}
      now={new Date('2026-11-23T11:05:00Z')}
      onClose={() => {}}
      renderActions={(found, isGone) => (
        <DetailsActions
          vacancy={found}
          isGone={isGone}
          onEdit={() => acted.push('edit')}
          onSplit={() => acted.push('split')}
          onCanceled={() => acted.push('canceled')}
          isCovered={false}
        />
      )}
    />,
  );
  await says('8:00 AM');
  answer = () => Response.json({ error: 'This vacancy does not exist.', code: 'not_found' }, { status: 404 });
  await queries.invalidateQueries();
  await says('This vacancy was removed');
  await press('Cancel absence');
  await press('Edit');
  expect(acted).toEqual([]);
  expect(new URLSearchParams(location.search).has('remove')).toBe(false);
  expect(document.body.innerText).toContain('This vacancy was removed');
});
