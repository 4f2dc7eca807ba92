import { getBadges } from '#contract/session.ts';
import { reading } from '#web/api/reading.ts';

/** The counts of sidebar and bell. Every change to a vacancy or an approval invalidates it. */
export const badgesQuery = reading(['badges'], getBadges);
