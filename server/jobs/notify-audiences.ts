import { defineMinuteJob } from '#server/jobs/job.ts';

/**
 * Notifies large audiences. `audiences` has the people who are still to be notified; the job only starts the work. It
 * also runs every minute, to continue after a process died.
 */
export const notifyAudiences = defineMinuteJob({
  name: 'notify-audiences',
  handle: ({ audiences }) => audiences.run(),
});
