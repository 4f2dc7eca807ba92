import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { MessageSubstitutesDialog } from '#web/features/messages/message-dialog.tsx';
import { everySubstituteQuery } from '#web/features/people/substitutes.ts';
import { answerCalls, leave, openQueries, show } from '#test/screen.tsx';

/** Opens the dialog for everyone, as after a reload. */
function open(): void {
  leave();
  answerCalls('', () => []);
  const timeZone = 'America/New_York';
  const queries = openQueries({ id: 2, role: 'teacher', schools: [{ id: 1, name: 'Cedar Hollow', timeZone }] });
  queries.setQueryDefaults(everySubstituteQuery('').queryKey, { staleTime: Infinity });
  queries.setQueryData(everySubstituteQuery('').queryKey, [
    { id: 1, fullName: 'Ann' },
    { id: 2, fullName: 'Ben' },
  ]);
  show(<MessageSubstitutesDialog onClose={() => {}} />, queries);
}

test('a restored thank-you is still not addressed to everyone', async () => {
  const everyone = page.getByRole('checkbox', { name: /^All approved substitutes/ });
  open();
  await expect.element(everyone).toBeChecked();
  await page.getByRole('button', { name: 'Thank You Message' }).click();
  await expect.element(everyone).not.toBeChecked();
  open();
  await expect.element(page.getByText('Your earlier text is still here.')).toBeVisible();
  await expect.element(everyone).not.toBeChecked();
  await page.getByRole('button', { name: 'Vacancy Announcement' }).click();
  await everyone.click();
  open();
  await expect.element(page.getByText('Your earlier text is still here.')).toBeVisible();
  await expect.element(everyone).toBeChecked();
});
