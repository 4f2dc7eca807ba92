// These calls have their own file, because every substitute's home loads the other calls about vacancies.
import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date } from '#contract/fields.ts';
import { declineReasons } from '#domain/decline.ts';

export const explainDecline = endpoint({
  call: 'PUT /api/vacancies/:id/decline-reason',
  summary:
    "Records why the caller declined a vacancy, or removes the reason (null). 'not_that_day' also marks its date as unavailable; removing it restores the date.",
  access: approved('substitute'),
  body: z.strictObject({ reason: z.nullable(z.enum(declineReasons)) }),
  reply: z.strictObject({
    reason: z.nullable(z.enum(declineReasons)),
    /** The date marked as unavailable because of the reason. It is null if there is none. */
    markedDate: z.nullable(date),
  }),
  errors: ['not_found', 'not_allowed', 'not_declined', 'vacancy_over', 'too_many_requests'],
});
