import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FavoriteStar } from '#web/features/people/favorite-star.tsx';
import { favoritesQuery } from '#web/features/people/favorites.ts';
import { answerCalls, openQueries, see, show } from '#test/screen.tsx';

test('the star of a favorite that can’t be saved changes back, even if nothing can be refetched', async () => {
  const answer = Promise.withResolvers<Response>();
  answerCalls('/favorite', () => answer.promise);
  const queries = openQueries();
  queries.setQueryData(favoritesQuery.queryKey, []);
  show(<FavoriteStar person={{ id: 9, fullName: 'Ann Lee', completedAssignments: 1 }} />, queries);
  const star = page.getByRole('button', { name: 'Favorite: Ann Lee' });
  await star.click();
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  answer.resolve(Response.json({ code: 'offline', error: 'Not saved.' }, { status: 503 }));
  await expect.element(star).toHaveAttribute('aria-pressed', 'false');
});

test('the star keeps its place until the favorites are known, and can’t be pressed before', async () => {
  const known = Promise.withResolvers<object>();
  answerCalls('/favorites', () => known.promise);
  show(<FavoriteStar person={{ id: 9, fullName: 'Ann Lee', completedAssignments: 1 }} />);
  const star = await see(() => document.querySelector('button'));
  expect(star.classList).toContain('invisible');
  known.resolve([{ id: 9, fullName: 'Ann Lee' }]);
  await see(() => star.ariaPressed === 'true');
  expect(star.classList).not.toContain('invisible');
});
