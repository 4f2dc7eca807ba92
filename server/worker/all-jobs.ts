import * as z from 'zod/mini';
import { remindOfPlans } from '#server/features/plans/remind.ts';
import { sweepVacancies } from '#server/features/vacancies/sweep.ts';
import { backUpDaily } from '#server/worker/back-up.ts';
import { cleanUp } from '#server/worker/clean-up.ts';
import { notifyDeclinedCover } from '#server/features/cover/declined.ts';
import { deleteSchools } from '#server/jobs/delete-schools.ts';
import { dispatchOffers } from '#server/jobs/dispatch-offers.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { forgetMentions } from '#server/jobs/forget-mentions.ts';
import { type Job, defineJob } from '#server/jobs/job.ts';
import { mailPasswordLink } from '#server/features/accounts/mail-password-link.ts';
import { notifyHeldApprovals } from '#server/features/users/held-approvals.ts';
import { notifyHeldAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { notifyAudiences } from '#server/jobs/notify-audiences.ts';

/**
 * Every minute: reopens requests that weren't answered in time, and reminds the people who should act. The next run
 * catches up after a failure.
 */
const sweepVacanciesEveryMinute = defineJob({
  name: 'sweep-vacancies',
  payload: z.object({}),
  maxAttempts: 1,
  every: '* * * * *',
  handle: async ({ db, config, clock }) => {
    await sweepVacancies(db, config, clock());
  },
});

/** Every hour: reminds the teachers whose emergency plan was last checked a year ago. */
const remindOfPlansEveryHour = defineJob({
  name: 'remind-of-plans',
  payload: z.object({}),
  maxAttempts: 1,
  every: '23 * * * *',
  handle: async ({ db, config, clock }) => {
    await remindOfPlans(db, config, clock());
  },
});

/** Every job of the worker. */
export const allJobs: readonly Job[] = [
  deliverMail,
  notifyAudiences,
  dispatchOffers,
  notifyHeldAnswers,
  notifyHeldApprovals,
  notifyDeclinedCover,
  mailPasswordLink,
  cleanUp,
  sweepVacanciesEveryMinute,
  remindOfPlansEveryHour,
  backUpDaily,
  forgetMentions,
  deleteSchools,
];
