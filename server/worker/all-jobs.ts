import { backUpDaily } from '#server/worker/back-up.ts';
import { cleanUp } from '#server/worker/clean-up.ts';
import { deleteSchools } from '#server/jobs/delete-schools.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { forgetMentions } from '#server/jobs/forget-mentions.ts';
import type { Job } from '#server/jobs/job.ts';
import { mailPasswordLink } from '#server/features/accounts/mail-password-link.ts';
import { sweepVacanciesEveryMinute } from '#server/worker/sweep-vacancies.ts';
import { tellHeldAnswers } from '#server/features/vacancies/held-answers.ts';
import { tellAudiences } from '#server/jobs/tell-audiences.ts';

/** Every job that the worker can do. */
export const allJobs: readonly Job[] = [
  deliverMail,
  tellAudiences,
  tellHeldAnswers,
  mailPasswordLink,
  cleanUp,
  sweepVacanciesEveryMinute,
  backUpDaily,
  forgetMentions,
  deleteSchools,
];
