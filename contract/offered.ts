import * as z from 'zod/mini';
import { date, time } from '#contract/fields.ts';

/** When a class was offered to someone personally, in the school's time. */
export const offered = z.strictObject({
  date,
  time,
  /**
   * No channel reached them, and they haven't opened the class. Missing means no. Teachers don't get it.
   */
  isUndelivered: z.optional(z.boolean()),
});
