import type { SchoolOffering } from './school.ts';

/** The labels for who is notified of a vacancy first. */
export const offeringNames: Record<SchoolOffering, string> = {
  everyone: 'Everyone at once',
  best_matches: 'Best matches first',
  favorites: 'Favorites first',
};
