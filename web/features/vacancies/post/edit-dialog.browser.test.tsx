import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Vacancy } from '#contract/vacancies.ts';
import { EditDialog } from '#web/features/vacancies/post/edit-dialog.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, field, press, says, see, show, type } from '#test/screen.tsx';

const vacancy = openVacancy({ additionalNotes: 'Read chapter 4.', can: ['edit', 'remove'] });

function open(current: Vacancy | null): void {
  show(<EditDialog vacancy={vacancy} current={current} now={new Date('2026-11-22T13:00:00Z')} onClose={() => {}} />);
}

test('an absence that was deleted meanwhile can be neither saved nor canceled, and its text stays', async () => {
  open(vacancy);
  const room = await field('room');
  const cancel = page.getByRole('button', { name: 'Cancel absence' });
  const save = page.getByRole('button', { name: /^Save/ });
  type(room, '204');
  await expect.element(cancel).toBeVisible();
  await expect.element(save).toBeEnabled();
  open(null);
  await expect.element(page.getByText(/^This vacancy was removed in the meantime/)).toBeVisible();
  await expect.element(cancel).not.toBeInTheDocument();
  await expect.element(save).not.toBeInTheDocument();
  expect((await field('room')).value).toBe('204');
});

test('a refusal because the teacher is already absent is gone once another day is chosen', async () => {
  const refusal = { code: 'already_absent', error: 'This teacher is already absent on that day.', vacancyId: 5 };
  answerCalls<object>('/api/vacancies/1', () => Response.json(refusal, { status: 409 }));
  open(vacancy);
  const date = await field('date');
  type(date, '2026-11-24');
  await press('Save');
  await says('This teacher is already absent on that day.');
  type(date, '2026-11-25');
  await see(() => !document.body.innerText.includes('already absent'));
  expect(document.body.innerText).not.toContain('Save anyway');
});
