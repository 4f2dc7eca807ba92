// They are separate from the other calls about vacancies, which every home loads.
import { approved, endpoint } from '#contract/endpoint.ts';
import { done, idParams } from '#contract/fields.ts';
import { vacancy } from '#contract/vacancies.ts';

export const leaveJob = endpoint({
  name: 'leaveJob',
  method: 'POST',
  path: '/api/vacancies/:id/leave-job',
  summary: 'Takes one day out of a multi-day job, so it can be requested, assigned and released on its own.',
  access: approved('teacher', 'school_admin'),
  params: idParams,
  reply: vacancy,
  errors: ['not_found', 'not_allowed', 'not_in_job', 'vacancy_gone', 'vacancy_over'],
});

export const deleteJob = endpoint({
  name: 'deleteJob',
  method: 'DELETE',
  path: '/api/vacancies/:id/job',
  summary:
    'Deletes a day of a multi-day job and all other days of the job that have not begun, all or none. Notifies each person once.',
  access: approved('teacher', 'school_admin'),
  params: idParams,
  reply: done,
  errors: ['not_found', 'not_allowed', 'vacancy_gone', 'vacancy_started', 'vacancy_over'],
});
