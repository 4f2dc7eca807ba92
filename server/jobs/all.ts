import { cleanUp } from '#server/jobs/clean-up.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import type { Job } from '#server/jobs/job.ts';
import { sweepVacanciesEveryMinute } from '#server/jobs/sweep-vacancies.ts';

/** Every job that the worker can do. */
export const allJobs: readonly Job[] = [deliverMail, cleanUp, sweepVacanciesEveryMinute];
