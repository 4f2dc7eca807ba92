import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, idText } from '#contract/fields.ts';
import { vacancy } from '#contract/vacancies.ts';
import { moveErrors } from '#contract/vacancy-moves.ts';

export const swapSubstitutes = endpoint({
  call: 'POST /api/vacancies/:id/swap',
  summary:
    'Swaps the substitutes of two classes on one day. They confirm again if their times change by more than 15 minutes. Returns both vacancies.',
  access: approved('school_admin'),
  body: z.strictObject({
    /** The other filled vacancy, of the same school and day. */
    with: id,
    /** Swaps the substitutes on every date that `getSwapDays` returns, or on none. Without it, only on this day. */
    allDays: z.optional(z.boolean()),
  }),
  reply: z.array(vacancy),
  errors: [...moveErrors, 'swap_late'],
});

export const getSwapDays = endpoint({
  call: 'GET /api/vacancies/:id/swap',
  summary:
    'The dates on which the substitutes of two classes can be swapped together: this day, and the remaining days on which both classes are days of multi-day jobs with the same two substitutes.',
  access: approved('school_admin'),
  query: z.strictObject({ with: idText }),
  reply: z.strictObject({ dates: z.array(date) }),
  errors: ['not_found', 'not_allowed'],
});
