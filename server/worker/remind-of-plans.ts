import * as z from 'zod/mini';
import { remindOfPlans } from '#server/features/plans/remind.ts';
import { defineJob } from '#server/jobs/job.ts';

/** Every hour: reminds the teachers whose emergency plan was last checked a year ago. */
export const remindOfPlansEveryHour = defineJob({
  name: 'remind-of-plans',
  payload: z.object({}),
  maxAttempts: 1,
  every: '23 * * * *',
  handle: async ({ db, config, clock }) => {
    await remindOfPlans(db, config, clock());
  },
});
