import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ReleaseDialog } from '#web/features/vacancies/release/release-dialog.tsx';
import { DiscardQuestion } from '#web/ui/discard-question.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, leave, press, show } from '#test/screen.tsx';

/** Opens the question about this substitute, as after a reload. */
function open(substituteId: number, fullName: string): void {
  leave();
  const vacancy = openVacancy({ status: 'filled', substituteId, substitute: { id: substituteId, fullName } as never });
  show(<ReleaseDialog vacancy={vacancy} current={vacancy} readers="the office" onClose={() => {}} />);
}

test('an unsent reason is restored only about the same substitute, and says so', async () => {
  sessionStorage.clear();
  const reason = page.getByRole('textbox', { name: 'Why' });
  const earlier = page.getByText('Your earlier text is still here.');
  open(5, 'Ann');
  await reason.fill('Ann is needed in Room 4.');
  await expect.element(earlier).not.toBeInTheDocument();
  open(5, 'Ann');
  await expect.element(reason).toHaveValue('Ann is needed in Room 4.');
  await expect.element(earlier).toBeVisible();
  open(6, 'Ben');
  await expect.element(page.getByRole('heading', { name: 'Release Ben?' })).toBeVisible();
  await expect.element(reason).toHaveValue('');
  open(5, 'Ann');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.element(reason).toHaveValue('');
  await expect.element(earlier).not.toBeInTheDocument();
  await expect.element(reason).toHaveFocus();
});

test('an empty question closes on a click outside, a typed reason stays, and one that is being sent asks first', async () => {
  sessionStorage.clear();
  answerCalls('/release', () => new Promise<never>(() => {}));
  let closed = 0;
  const vacancy = openVacancy({ status: 'filled', substituteId: 5 });
  show(<ReleaseDialog vacancy={vacancy} current={vacancy} readers="the office" onClose={() => closed++} />);
  const reason = page.getByRole('textbox', { name: 'Why' });
  await expect.element(reason).toBeVisible();
  const clickOutside = () => {
    for (const type of ['mousedown', 'click'])
      document.querySelector('dialog')?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  };
  clickOutside();
  expect(closed).toBe(1);
  await reason.fill('Two classes are joined.');
  clickOutside();
  expect(closed).toBe(1);
  await userEvent.keyboard('{Escape}');
  expect(closed).toBe(2);
  await press('Release substitute');
  await expect.element(page.getByText('Releasing...')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(closed).toBe(2);
});

test('while a reason is being sent, the question doesn’t say that its text will be lost', async () => {
  sessionStorage.clear();
  answerCalls('/release', () => new Promise<never>(() => {}));
  const vacancy = openVacancy({ status: 'filled', substituteId: 5 });
  show(
    <>
      <ReleaseDialog vacancy={vacancy} current={vacancy} readers="the office" onClose={() => {}} />
      <DiscardQuestion />
    </>,
  );
  await page.getByRole('textbox', { name: 'Why' }).fill('Two classes are joined.');
  await press('Release substitute');
  await expect.element(page.getByText('Releasing...')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('If it fails, you won’t see why.')).toBeVisible();
  await expect.element(page.getByText('Your changes will be lost.')).not.toBeInTheDocument();
});

test('once its vacancy is deleted, a typed reason can be read, but not sent', async () => {
  sessionStorage.clear();
  let sent = 0;
  answerCalls('/release', () => {
    sent += 1;
    return {};
  });
  const vacancy = openVacancy({ status: 'filled', substituteId: 5 });
  const ask = (current: typeof vacancy | null) =>
    show(<ReleaseDialog vacancy={vacancy} current={current} readers="the office" onClose={() => {}} />);
  ask(vacancy);
  const reason = page.getByRole('textbox', { name: 'Why' });
  await reason.fill('Two classes are joined.');
  ask(null);
  await expect.element(page.getByText('This vacancy was removed in the meantime.')).toBeVisible();
  await expect.element(page.getByText('opens again')).not.toBeInTheDocument();
  document.querySelector('form')?.requestSubmit();
  await expect.element(reason).toHaveValue('Two classes are joined.');
  expect(document.querySelector('[type=submit]')?.ariaDisabled).toBe('true');
  expect(sent).toBe(0);
});

test('once another substitute is booked, a reason that was meant for the one before can’t be sent', async () => {
  sessionStorage.clear();
  let sent = 0;
  answerCalls('/release', () => {
    sent += 1;
    return {};
  });
  const booked = (id: number, fullName: string) =>
    openVacancy({ status: 'filled', substituteId: id, substitute: { id, fullName } as never });
  const vacancy = booked(5, 'Ann');
  const ask = (current: typeof vacancy) =>
    show(<ReleaseDialog vacancy={vacancy} current={current} readers="the office" onClose={() => {}} />);
  ask(vacancy);
  await page.getByRole('textbox', { name: 'Why' }).fill('Two classes are joined.');
  ask(booked(6, 'Ben'));
  await expect.element(page.getByText('Ben was assigned in the meantime.')).toBeVisible();
  document.querySelector('form')?.requestSubmit();
  expect(document.querySelector('[type=submit]')?.ariaDisabled).toBe('true');
  expect(sent).toBe(0);
});

test('the question of a class without a substitute says so', async () => {
  const vacancy = openVacancy();
  show(<ReleaseDialog vacancy={vacancy} current={vacancy} readers="the office" onClose={() => {}} />);
  await expect.element(page.getByRole('heading', { name: 'This assignment has ended' })).toBeVisible();
  await expect.element(page.getByText('Fractions on November 23, 2026 has no substitute now.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Why' })).not.toBeInTheDocument();
});
