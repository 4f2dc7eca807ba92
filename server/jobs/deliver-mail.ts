import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/job.ts';

/**
 * Sends the mail that is due. What is due stands in `deliveries`: the job is only the knock on the door, so
 * one that is lost or comes twice does no harm. Every minute it comes by itself, for what is to be tried
 * again and for what a process that died had in hand.
 */
export const deliverMail = defineJob({
  name: 'deliver-mail',
  payload: z.object({}),
  maxAttempts: 3,
  every: '* * * * *',
  handle: ({ deliveryWorker }) => deliveryWorker.deliverDue(),
});
