import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { id, idParams } from '#contract/fields.ts';
import { vacancy } from '#contract/vacancies.ts';
import { moveErrors } from '#contract/vacancy-moves.ts';

export const swapSubstitutes = endpoint({
  name: 'swapSubstitutes',
  method: 'POST',
  path: '/api/vacancies/:id/swap',
  summary:
    'Swaps the substitutes of two classes on one day. They confirm again if their times change by more than 15 minutes. Returns both vacancies.',
  access: approved('school_admin'),
  params: idParams,
  body: z.strictObject({
    /** The other filled vacancy, of the same school and day. */
    with: id,
  }),
  reply: z.array(vacancy),
  errors: [...moveErrors, 'swap_late'],
});
