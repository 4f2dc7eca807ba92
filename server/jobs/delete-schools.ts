import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/job.ts';

/**
 * Deletes the schools that the platform owner wants gone. Which those are, and what is left of them, stands in the database: the job
 * is only the knock on the door, and comes every minute by itself, for what a process that died had begun.
 */
export const deleteSchools = defineJob({
  name: 'delete-schools',
  payload: z.object({}),
  maxAttempts: 3,
  every: '* * * * *',
  handle: ({ deletions }) => deletions.run(),
});
