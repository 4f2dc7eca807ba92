import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addDays } from '#domain/time.ts';
import { emptyAbsence, type AbsenceValues } from '#web/features/vacancies/post/absence-form.ts';
import { OfferFirst } from '#web/features/vacancies/post/offer-first.tsx';
import { useAbsenceForm } from '#web/features/vacancies/post/use-absence-form.ts';
import { answerCalls, show } from '#test/screen.tsx';

const ann = { id: 1, fullName: 'Ann Lee', profileImageUrl: null, why: 'Your favorite · Near' };
const bob = { id: 2, fullName: 'Bob Ray', profileImageUrl: null, why: '' };
const twoDoNotFit = '2 substitutes you chose don’t fit this day and won’t be notified first.';
const oneDoesNotFit = '1 substitute you chose doesn’t fit this day and won’t be notified first.';
const cy = { id: 3, fullName: 'Cy Park', profileImageUrl: null, why: '' };
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
      <button type="button" onClick={() => state.set({ date: addDays(state.values.date, 1) })}>
        Next day
      </button>
      <button type="button" onClick={() => state.set({ date: '2026-11-30' })}>
        First day
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
  await expect.element(page.getByRole('status')).toHaveTextContent(oneDoesNotFit);
  await expect.element(page.getByText('Chosen: 1')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the substitutes who don’t fit' }).click();
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
  await expect.element(page.getByText('Chosen: 0')).toBeVisible();
});

test('five chosen substitutes of whom some no longer fit leave room for others', async () => {
  const others = [4, 5, 6, 7].map((id) => ({ id, fullName: `Dee ${id}`, profileImageUrl: null, why: '' }));
  answerCalls<{ date: string }>('/first-choices', (body) =>
    body?.date === '2026-11-30' ? [ann, ...others, bob] : [...others.slice(1), bob, cy],
  );
  show(<Form />);
  const box = (name: RegExp) => page.getByRole('checkbox', { name });
  for (const { fullName } of others) await box(new RegExp(fullName)).click();
  await expect.element(page.getByText('Chosen: 5')).toBeVisible();
  await expect.element(box(/^Bob Ray/)).toBeDisabled();
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent(twoDoNotFit);
  await box(/^Bob Ray/).click();
  await expect.element(page.getByRole('status')).toHaveTextContent(oneDoesNotFit);
  await box(/^Cy Park/).click();
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
  await expect.element(page.getByText('Chosen: 5')).toBeVisible();
});

test('no tap drops a chosen substitute who fits, below the best or while the list of another day is shown', async () => {
  const held = Promise.withResolvers<void>();
  answerCalls<{ date: string; chosen?: number[] }>('/first-choices', async (body) => {
    if (body?.date === '2026-11-30') return [ann, bob];
    if (body?.date === '2026-12-01') return [bob];
    await held.promise;
    return [cy, ...[ann, bob].filter(({ id }) => body?.chosen?.includes(id))];
  });
  show(<Form />);
  const box = (name: RegExp) => page.getByRole('checkbox', { name });
  await expect.element(box(/^Ann Lee/)).toBeChecked();
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent(oneDoesNotFit);
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
  await box(/^Bob Ray/).click();
  await expect.element(page.getByText('Chosen: 2')).toBeVisible();
  held.resolve();
  await expect.element(box(/^Cy Park/)).not.toBeChecked();
  await expect.element(box(/^Ann Lee/)).toBeChecked();
  await expect.element(box(/^Bob Ray/)).toBeChecked();
  expect(page.getByRole('status').query()).toBeNull();
});
