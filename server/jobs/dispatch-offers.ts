import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/job.ts';

/**
 * Takes the next step of vacancies that are offered in waves. When each step is due is in `dispatches`; the job only starts the
 * work. It also runs every minute, which is how waves become due and how work continues after a process died.
 */
export const dispatchOffers = defineJob({
  name: 'dispatch-offers',
  payload: z.object({}),
  maxAttempts: 3,
  every: '* * * * *',
  handle: ({ dispatches }) => dispatches.run(),
});
