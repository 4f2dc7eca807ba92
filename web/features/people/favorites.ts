import { useQueryClient } from '@tanstack/react-query';
import { listFavorites, setFavorite } from '#contract/favorites.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { reading } from '#web/api/reading.ts';
import { useCommand } from '#web/api/use-command.ts';

/** The reader's favorite substitutes: a teacher's own, or the school's. */
export const favoritesQuery = reading(['people', 'favorites'], listFavorites);

/** Adds a substitute to the favorites or removes them. The star changes at once, and changes back if the call fails. */
export function useSetFavorite({ id, fullName }: { id: number; fullName: string }) {
  const queries = useQueryClient();
  const { queryKey } = favoritesQuery;
  const show = (isFavorite: boolean) =>
    queries.setQueryData(queryKey, (known = []) => {
      const others = known.filter((one) => one.id !== id);
      return isFavorite ? [...others, { id, fullName }] : others;
    });
  return useCommand({
    send: (isFavorite: boolean) => call(setFavorite, { params: { id }, body: { isFavorite } }),
    before: async (isFavorite) => {
      await queries.cancelQueries({ queryKey });
      show(isFavorite);
    },
    changes: ['people'],
    failed: (error, isFavorite) => {
      // Offline, nothing is refetched.
      show(!isFavorite);
      return { title: 'Error', text: sentenceOf(error) };
    },
    refetchesAnyway: true,
  });
}
