import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FavoriteStar } from '#web/features/people/favorite-star.tsx';
import { favoritesQuery } from '#web/features/people/favorites.ts';
import { answerCalls, openQueries, show } from '#test/screen.tsx';

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
