import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { vacancy } from '#contract/vacancies.ts';

export const pauseOffers = endpoint({
  call: 'POST /api/vacancies/:id/pause-offers',
  summary: 'Pauses further waves of offers of an open vacancy, or resumes them. Never hides the vacancy.',
  access: approved('teacher', 'school_admin'),
  body: z.strictObject({ isPaused: z.boolean() }),
  reply: vacancy,
  errors: ['not_found', 'not_allowed', 'not_open', 'vacancy_gone', 'vacancy_over'],
});

/** The number of vacancies a person was notified of and answered, and of days they were booked. */
const counts = { offers: z.number(), answers: z.number(), days: z.number() };

export const getOfferRecord = endpoint({
  call: 'GET /api/users/:id/offers',
  summary:
    "How many of the school's vacancies a substitute was notified of this month, their answers and days, and the medians of the school's substitutes.",
  access: approved('school_admin'),
  fromStandby: true,
  reply: z.strictObject({
    ...counts,
    /**
     * The median of at most 100 of the school's substitutes. It is null for fewer than five, because it would reveal
     * one person's figures.
     */
    median: z.nullable(z.strictObject(counts)),
  }),
  errors: ['not_found', 'not_allowed'],
});
