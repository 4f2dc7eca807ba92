import * as z from 'zod/mini';
import { sweepVacancies } from '#server/features/vacancies/sweep.ts';
import { defineJob } from '#server/jobs/job.ts';

/** Every minute: reopens requests that nobody answered in time, and reminds whoever should act. A run that fails is made up for by the next. */
export const sweepVacanciesEveryMinute = defineJob({
  name: 'sweep-vacancies',
  payload: z.object({}),
  maxAttempts: 1,
  every: '* * * * *',
  handle: async ({ db, config, clock }) => {
    await sweepVacancies(db, config, clock());
  },
});
