// These calls have their own file, because every home loads the other calls about vacancies.
import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, readVersion, times } from '#contract/fields.ts';
import { vacancy } from '#contract/vacancies.ts';
import { editFields, moveErrors } from '#contract/vacancy-moves.ts';
import { vacancyLimits } from '#domain/vacancy.ts';

const jobDay = z.strictObject({
  id,
  date,
  ...times,
  /** For `editJob`: the day as this reader knows it. */
  version: z.int(),
  /** The substitute who is booked for this day, or null. */
  substituteName: z.nullable(z.string()),
});
export type JobDayReply = z.output<typeof jobDay>;

export const listJobDays = endpoint({
  call: 'GET /api/vacancies/:id/job',
  summary:
    'The days of a multi-day job that a change to the whole job applies to, by date: this day, and all others that have not begun.',
  access: approved('teacher', 'school_admin'),
  reply: z.array(jobDay),
  errors: ['not_found', 'not_allowed', 'vacancy_gone'],
});

export const editJob = endpoint({
  call: 'PATCH /api/vacancies/:id/job',
  summary:
    'Edits a day of a multi-day job, and all other days of the job that have not begun in the same way, all or none. Notifies each person once.',
  access: approved('teacher', 'school_admin'),
  body: z.strictObject({
    ...editFields,
    /** The version of the named day. */
    version: readVersion,
    /** The other days as the form knows them. A day that isn't listed is changed whatever its version. */
    others: z.optional(z.array(z.strictObject({ id, version: z.int() })).check(z.maxLength(vacancyLimits.daysAtOnce))),
  }),
  reply: vacancy,
  errors: [...moveErrors, 'conflict', 'already_absent'],
});

export const leaveJob = endpoint({
  call: 'POST /api/vacancies/:id/leave-job',
  summary: 'Takes one day out of a multi-day job, so it can be requested, assigned and released on its own.',
  access: approved('teacher', 'school_admin'),
  reply: vacancy,
  errors: ['not_found', 'not_allowed', 'not_in_job', 'vacancy_gone', 'vacancy_over'],
});

export const deleteJob = endpoint({
  call: 'DELETE /api/vacancies/:id/job',
  summary:
    'Deletes a day of a multi-day job and all other days of the job that have not begun, all or none. Notifies each person once.',
  access: approved('teacher', 'school_admin'),
  errors: ['not_found', 'not_allowed', 'vacancy_gone', 'vacancy_started', 'vacancy_over'],
});
