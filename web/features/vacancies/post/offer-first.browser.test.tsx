import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { emptyAbsence, type AbsenceValues } from '#web/features/vacancies/post/absence-form.ts';
import { OfferFirst } from '#web/features/vacancies/post/offer-first.tsx';
import { useAbsenceForm } from '#web/features/vacancies/post/use-absence-form.ts';
import { answerCalls, show } from '#test/screen.tsx';

const ann = { id: 1, fullName: 'Ann Lee', profileImageUrl: null, why: 'Your favorite · Near' };
const bob = { id: 2, fullName: 'Bob Ray', profileImageUrl: null, why: '' };
const record = { ...emptyAbsence('2026-11-30'), offerFirst: [ann.id] };

function Form() {
  const state = useAbsenceForm({
    record,
    valuesOf: (values: AbsenceValues) => values,
    today: '2026-11-30',
    pending: false,
  });
  return (
    <>
      <button type="button" onClick={() => state.set({ date: '2026-12-01' })}>
        Next day
      </button>
      <p>Chosen: {state.values.offerFirst.length}</p>
      <OfferFirst state={state} teacherId={undefined} isExtraHands={false} />
    </>
  );
}

test('a chosen substitute who isn’t free on the new day is named in a count, and can be removed', async () => {
  answerCalls<{ date: string }>('/first-choices', (body) => (body?.date === '2026-11-30' ? [ann, bob] : [bob]));
  show(<Form />);
  await expect.element(page.getByRole('checkbox', { name: /^Ann Lee/ })).toBeChecked();
  expect(page.getByRole('status').query()).toBeNull();
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('1 substitute you chose doesn’t fit this day now and won’t be notified first.');
  await expect.element(page.getByText('Chosen: 1')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the substitutes who don’t fit' }).click();
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
  await expect.element(page.getByText('Chosen: 0')).toBeVisible();
});
