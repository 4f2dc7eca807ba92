import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/person.ts';
import { favoritesQuery, useSetFavorite } from '#web/features/people/favorites.ts';
import { IconButton } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';

type FavoriteStarProps = { person: Pick<User, 'id' | 'fullName' | 'completedAssignments'> };

/** Shows a star that marks a substitute as a favorite. Only substitutes who have worked here have one. */
export function FavoriteStar({ person }: FavoriteStarProps) {
  const { data } = useQuery(favoritesQuery);
  const set = useSetFavorite(person);
  const isFavorite = data?.some(({ id }) => id === person.id) ?? false;
  if (!isFavorite && (person.completedAssignments ?? 0) === 0) return null;
  return (
    <IconButton
      label={`Favorite: ${person.fullName}`}
      title={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
      aria-pressed={isFavorite}
      icon={icons.star}
      onClick={() => set.mutate(!isFavorite)}
      // Until the favorites are known, it only keeps its place, so the facts beside it don't wrap again.
      className={data === undefined ? 'invisible' : isFavorite ? 'text-accent-ink [&_svg]:fill-current' : ''}
    />
  );
}
