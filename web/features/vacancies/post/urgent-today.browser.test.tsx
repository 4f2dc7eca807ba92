import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { UrgentToday } from '#web/features/vacancies/post/absence-fields.tsx';
import { emptyAbsence } from '#web/features/vacancies/post/absence-form.ts';
import { useAbsenceForm } from '#web/features/vacancies/post/use-absence-form.ts';
import { show } from '#test/screen.tsx';

const today = '2026-11-26';
const record = emptyAbsence(today);
const closures = [{ from: today, to: '2026-11-27', name: 'Thanksgiving break' }];

function Posting() {
  const state = useAbsenceForm({ record, valuesOf: (values) => values, today, closures, pending: false });
  return (
    <>
      <button onClick={() => state.set({ severalDays: true, lastDate: '2026-11-30' })}>Several days</button>
      <button onClick={() => state.set({ added: [today] })}>Add today</button>
      <UrgentToday state={state} today={today} closures={closures} />
    </>
  );
}

test('urgency is suggested only if today is among the days to post', async () => {
  show(<Posting />);
  const suggestion = page.getByRole('button', { name: 'Mark as urgent' });
  await expect.element(suggestion).toBeVisible();
  await page.getByRole('button', { name: 'Several days' }).click();
  await expect.element(suggestion).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Add today' }).click();
  await expect.element(suggestion).toBeVisible();
});
