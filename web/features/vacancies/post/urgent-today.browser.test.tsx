import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { UrgentToday } from '#web/features/vacancies/post/absence-fields.tsx';
import { emptyAbsence } from '#web/features/vacancies/post/absence-form.ts';
import { PostingFields } from '#web/features/vacancies/post/posting-fields.tsx';
import { teachersWords } from '#web/features/vacancies/post/posting-words.ts';
import { usePosting } from '#web/features/vacancies/post/use-posting.ts';
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
  const severalDays = page.getByRole('button', { name: 'Several days' });
  // The school is closed today.
  await expect.element(severalDays).toBeVisible();
  await expect.element(suggestion).not.toBeInTheDocument();
  await severalDays.click();
  await expect.element(suggestion).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Add today' }).click();
  await expect.element(suggestion).toBeVisible();
});

const ownSchool = { id: 3, name: 'Cedar Hollow', timeZone: 'America/New_York' };

function WholeForm() {
  const posting = usePosting({ userId: 7, ownSchool, words: teachersWords, onPosted: () => {} });
  return <PostingFields posting={posting} ownSchool={ownSchool} />;
}

test('the list of days stays in its place when today is unchecked', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T13:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  show(<WholeForm />);
  const suggestion = page.getByRole('button', { name: 'Mark as urgent' });
  await page.getByRole('checkbox', { name: /^Several days/ }).click();
  const days = page.getByRole('group', { name: 'Days', exact: true }).getByRole('checkbox');
  const top = (element: Element) => element.getBoundingClientRect().top;
  const place = () => top(days.last().element()) - top(page.getByLabelText('Date', { exact: true }).element());
  await expect.element(suggestion).toBeVisible();
  const before = place();
  await days.first().click();
  await expect.element(suggestion).not.toBeInTheDocument();
  expect(place()).toBe(before);
});

test('urgency chosen for today goes when the absence moves to another day, and returns with today', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T13:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  show(<WholeForm />);
  const urgent = page.getByRole('checkbox', { name: /^Urgent/ });
  const date = page.getByLabelText('Date', { exact: true });
  await page.getByRole('button', { name: 'Mark as urgent' }).click();
  await expect.element(urgent).toBeChecked();
  await date.fill('2026-11-30');
  await expect.element(urgent).not.toBeChecked();
  await date.fill('2026-11-23');
  await expect.element(urgent).toBeChecked();
  // Urgency chosen for another day stays.
  await page.getByRole('button', { name: 'Not urgent' }).click();
  await date.fill('2026-11-30');
  await urgent.click();
  await date.fill('2026-12-01');
  await expect.element(urgent).toBeChecked();
});
