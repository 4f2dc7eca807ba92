import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date } from '#contract/fields.ts';

export const getOwnYear = endpoint({
  call: 'GET /api/own-year',
  summary:
    "The caller's school year so far, from July 1 through today: a teacher's absence days by reason, or the days that a substitute covered by school.",
  access: approved('teacher', 'substitute'),
  fromStandby: true,
  reply: z.strictObject({
    from: date,
    to: date,
    /** Full days as 1, half days as 0.5; a date counts at most 1. */
    days: z.number(),
    /** The days by reason or school, largest first. A date with two of them counts for each. */
    parts: z.array(z.strictObject({ name: z.string(), days: z.number() })),
  }),
});
