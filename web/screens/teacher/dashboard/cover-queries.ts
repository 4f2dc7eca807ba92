import { getCoverCounts } from '#contract/cover.ts';
import { getOwnCoverWishes } from '#contract/cover-settings.ts';
import { reading } from '#web/api/reading.ts';

/** Says how many periods each teacher covered. */
export const coverCountsQuery = reading(['cover', 'counts'], getCoverCounts);

/** Says whether the reader wants to be asked. */
export const coverWishesQuery = reading(['cover', 'wishes'], getOwnCoverWishes);
