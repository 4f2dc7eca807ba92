import { backUpDaily } from '#server/worker/back-up.ts';
import { cleanUp } from '#server/worker/clean-up.ts';
import { notifyDeclinedCover } from '#server/features/cover/declined.ts';
import { deleteSchools } from '#server/jobs/delete-schools.ts';
import { dispatchOffers } from '#server/jobs/dispatch-offers.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { forgetMentions } from '#server/jobs/forget-mentions.ts';
import type { Job } from '#server/jobs/job.ts';
import { mailPasswordLink } from '#server/features/accounts/mail-password-link.ts';
import { sweepVacanciesEveryMinute } from '#server/worker/sweep-vacancies.ts';
import { notifyHeldApprovals } from '#server/features/users/held-approvals.ts';
import { notifyHeldAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { remindOfPlansEveryHour } from '#server/worker/remind-of-plans.ts';
import { notifyAudiences } from '#server/jobs/notify-audiences.ts';

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
