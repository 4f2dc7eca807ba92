import { defineMinuteJob } from '#server/jobs/job.ts';

/**
 * Deletes the schools that the platform owner has deleted. The queue and the progress are in the database; the job only
 * starts the work. It also runs every minute, to continue after a process died.
 */
export const deleteSchools = defineMinuteJob({
  name: 'delete-schools',
  handle: ({ deletions }) => deletions.run(),
});
