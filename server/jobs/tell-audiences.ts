import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/job.ts';

/**
 * Tells large audiences. Whom they still have to reach stands in `audiences`: the job is only the knock on the door, and
 * comes every minute by itself, for what a process that died had begun.
 */
export const tellAudiences = defineJob({
  name: 'tell-audiences',
  payload: z.object({}),
  maxAttempts: 3,
  every: '* * * * *',
  handle: ({ audiences }) => audiences.run(),
});
