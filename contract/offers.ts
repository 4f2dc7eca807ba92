import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';
import { vacancy } from '#contract/vacancies.ts';

export const pauseOffers = endpoint({
  name: 'pauseOffers',
  method: 'POST',
  path: '/api/vacancies/:id/pause-offers',
  summary: 'Holds back further waves of offers of an open vacancy, or lets them go on. It never hides the vacancy.',
  access: approved('teacher', 'school_admin'),
  params: idParams,
  body: z.strictObject({ isPaused: z.boolean() }),
  reply: vacancy,
  errors: ['not_found', 'not_allowed', 'not_open', 'vacancy_gone', 'vacancy_over'],
});
