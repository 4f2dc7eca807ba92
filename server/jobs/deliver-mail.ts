import { defineMinuteJob } from '#server/jobs/job.ts';

/**
 * Sends notifications that are due. They are stored in `deliveries`, so this job only wakes the worker: losing or
 * repeating it does no harm. It also runs every minute, for retries and for deliveries that a dead process had claimed.
 */
export const deliverMail = defineMinuteJob({
  name: 'deliver-mail',
  handle: ({ deliveryWorker }) => deliveryWorker.deliverDue(),
});
