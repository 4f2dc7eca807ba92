import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/job.ts';

/**
 * Notifies large audiences. `audiences` has the people who are still to be notified; the job only starts the work. It
 * also runs every minute, to continue after a process died.
 */
export const notifyAudiences = defineJob({
  name: 'notify-audiences',
  payload: z.object({}),
  maxAttempts: 3,
  every: '* * * * *',
  handle: ({ audiences }) => audiences.run(),
});
