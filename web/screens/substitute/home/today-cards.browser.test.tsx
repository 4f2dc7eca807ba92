import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';
import { TodayCards } from '#web/screens/substitute/home/today-cards.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, openQueries, see, show } from '#test/screen.tsx';

const now = new Date('2026-11-23T11:05:00Z');
const vacancy = openVacancy({
  status: 'filled',
  confirmed: true,
  can: ['release'],
  alsoCovers: 'You also cover period 1 in Room 7.',
});
const cover = {
  id: 4,
  state: 'accepted',
  schoolName: vacancy.schoolName,
  timeZone: vacancy.timeZone,
  date: vacancy.date,
  period: '1',
  start: '08:00',
  end: '08:50',
  teacherName: 'Priya Natarajan',
  title: 'Algebra I',
  room: 'Room 7',
  size: null,
  kind: 'period',
  note: null,
  askedAt: '2026-11-23T11:00:00Z',
  can: ['no'],
};
const cards = <TodayCards now={now} assignments={[vacancy]} requests={[]} open={[]} />;

test('today’s assignment doesn’t wait for the covers, and stays in its place when they arrive', async () => {
  const held = Promise.withResolvers<void>();
  answerCalls('/own-cover', async () => {
    await held.promise;
    return { isOn: true, month: 1, year: 1, covers: [cover] };
  });
  show(cards);
  const cancel = page.getByRole('button', { name: 'Cancel assignment' });
  await expect.element(cancel).toBeVisible();
  const place = () => cancel.element().getBoundingClientRect().top;
  const before = place();
  held.resolve();
  await expect.element(page.getByRole('heading', { name: 'You’re covering period 1 in Room 7' })).toBeVisible();
  expect(place()).toBe(before);
});

test.each([200, 503])('what is below today’s covers waits for them, and is shown after status %s', async (status) => {
  const held = Promise.withResolvers<void>();
  answerCalls('/own-cover', async () => {
    await held.promise;
    return Response.json({ isOn: true, month: 1, year: 1, covers: [cover] }, { status });
  });
  const later = openVacancy({ id: 9, description: 'Algebra II', date: '2026-11-25', status: 'open' });
  show(
    <TodayCards now={now} assignments={[vacancy]} requests={[]} open={[later]}>
      <p>My week</p>
    </TodayCards>,
  );
  await expect.element(page.getByRole('button', { name: 'Cancel assignment' })).toBeVisible();
  const [soonest, rest] = [page.getByRole('heading', { name: 'Algebra II' }), page.getByText('My week')];
  await expect.element(rest).not.toBeVisible();
  await expect.element(soonest).not.toBeInTheDocument();
  held.resolve();
  await expect.element(rest).toBeVisible();
  await expect.element(soonest).toBeVisible();
});

test('a dialog in the address opens without the covers', async () => {
  answerCalls('/own-cover', () => new Promise<never>(() => {}));
  const queries = openQueries();
  queries.setQueryData(vacancyQuery(vacancy.id).queryKey, vacancy);
  history.replaceState(null, '', `?cancel=${vacancy.id}`);
  show(cards, queries);
  const dialog = await see(() => document.querySelector('dialog[open]'));
  expect(dialog.checkVisibility()).toBe(true);
  await see(() => dialog.contains(document.activeElement));
});

test('what is below today’s covers doesn’t wait for a slow reply', async () => {
  answerCalls('/own-cover', () => new Promise<never>(() => {}));
  show(
    <TodayCards now={now} assignments={[vacancy]} requests={[]} open={[]}>
      <p>My week</p>
    </TodayCards>,
  );
  await expect.element(page.getByText('My week')).toBeVisible();
});
