import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { readVersion, time } from '#contract/fields.ts';
import { vacancy } from '#contract/vacancies.ts';
import { moveErrors } from '#contract/vacancy-moves.ts';
import { splitHalves } from '#domain/split.ts';

export const splitVacancy = endpoint({
  call: 'POST /api/vacancies/:id/split',
  summary:
    'Splits an open or filled vacancy into two. A booked substitute keeps the chosen half, and the other half is open. Returns both, the kept one first.',
  access: approved('teacher', 'school_admin'),
  creates: true,
  body: z.strictObject({
    /** When the first half ends and the second begins. */
    at: time,
    /** The half that stays this vacancy, with its substitute. */
    keeps: z._default(z.enum(splitHalves), 'first'),
    /** The version that was shown. Fails with `conflict` if it has changed since. */
    version: readVersion,
  }),
  reply: z.array(vacancy),
  errors: [...moveErrors, 'conflict'],
});
