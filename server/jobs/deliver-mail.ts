import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/job.ts';

/**
 * Sends notifications that are due. They are stored in `deliveries`, so this job only wakes the worker: losing or
 * repeating it does no harm. It also runs every minute, for retries and for deliveries that a dead process had claimed.
 */
export const deliverMail = defineJob({
  name: 'deliver-mail',
  payload: z.object({}),
  maxAttempts: 3,
  every: '* * * * *',
  handle: ({ deliveryWorker }) => deliveryWorker.deliverDue(),
});
