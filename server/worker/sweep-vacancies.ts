import * as z from 'zod/mini';
import { sweepVacancies } from '#server/features/vacancies/sweep.ts';
import { defineJob } from '#server/jobs/job.ts';

/**
 * Every minute: reopens requests that weren't answered in time, and reminds the people who should act. The next run
 * catches up after a failure.
 */
export const sweepVacanciesEveryMinute = defineJob({
  name: 'sweep-vacancies',
  payload: z.object({}),
  maxAttempts: 1,
  every: '* * * * *',
  handle: async ({ db, config, clock }) => {
    await sweepVacancies(db, config, clock());
  },
});
