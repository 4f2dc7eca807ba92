// The calls about a vacancy that only its staff make. A substitute loads none of them.
import * as z from 'zod/mini';
import { someIds } from '#contract/absence-fields.ts';
import { approved, endpoint } from '#contract/endpoint.ts';
import { id, line } from '#contract/fields.ts';
import { vacancy } from '#contract/vacancies.ts';
import { move, moveErrors, reason } from '#contract/vacancy-moves.ts';
import { vacancyLimits } from '#domain/vacancy.ts';

export const assignSubstitute = endpoint({
  call: 'PATCH /api/vacancies/:id/assign-substitute',
  summary: 'Assigns a substitute to a vacancy, and asks them to confirm.',
  access: approved('school_admin'),
  body: z.strictObject({
    substituteId: id,
    /** The reason for assigning them beyond a work limit. Without it, the call fails with `over_limit`. */
    overLimitReason: z.optional(line(vacancyLimits.reason, 'Enter a reason.')),
  }),
  reply: vacancy,
  errors: moveErrors,
});

export const confirmByPhone = move(
  '/api/vacancies/:id/confirm-by-phone',
  'Records that the assigned substitute told the front office that they are coming.',
  approved('school_admin'),
);

export const notifySubstitutes = endpoint({
  call: 'POST /api/vacancies/:id/notify',
  summary: 'Notifies substitutes of an open vacancy again: the named ones, or all eligible ones.',
  access: approved('teacher', 'school_admin'),
  creates: true,
  body: z.strictObject({
    sendEmail: z._default(z.boolean(), true),
    sendSMS: z._default(z.boolean(), false),
    /** Missing, null or empty means all eligible substitutes. */
    substituteIds: z.optional(z.nullable(someIds)),
  }),
  reply: z.strictObject({ notified: z.int(), emailsSent: z.int(), smsSent: z.int() }),
  errors: ['not_found', 'not_allowed', 'not_open', 'vacancy_gone', 'vacancy_over', 'too_many_requests'],
});

export const correctVacancy = endpoint({
  call: 'POST /api/vacancies/:id/correct',
  summary: 'After a vacancy has ended, the admin records who was actually there.',
  access: approved('school_admin'),
  body: z.strictObject({ substituteId: z.nullable(id), reason }),
  reply: vacancy,
  errors: [...moveErrors, 'not_over'],
});

export const deleteVacancy = endpoint({
  call: 'DELETE /api/vacancies/:id',
  summary:
    'Deletes a vacancy and notifies the people involved. An admin can always do this. The teacher can until the class starts, or if no one covers it, until it ends.',
  access: approved('teacher', 'school_admin'),
  errors: ['not_found', 'not_allowed', 'vacancy_gone', 'vacancy_started', 'vacancy_over'],
});
