import { getSecondFactor } from '#contract/second-factor.ts';
import { reading } from '#web/api/reading.ts';

/** The state of the user's own second factor. */
export const secondFactorQuery = reading(['second-factor'], getSecondFactor);
