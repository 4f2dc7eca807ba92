// This call has its own file, because every home loads the other calls about vacancies.
import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { ineligibilities } from '#domain/eligibility.ts';

export const getOwnFit = endpoint({
  call: 'GET /api/vacancies/own-fit',
  summary:
    "Says why the caller isn't offered more: how many open vacancies at their schools fit them, how many each rule leaves out, and this month's offers, answers and days.",
  access: approved('substitute'),
  reply: z.strictObject({
    /** The next open vacancies at the caller's schools, at most 200, declined ones included. */
    open: z.int(),
    fit: z.int(),
    /** One vacancy can count for several rules. */
    rules: z.array(z.strictObject({ rule: z.enum(ineligibilities), count: z.int() })),
    /**
     * The caller's schools that don't offer them any jobs (`isWhole`), or the jobs of some teachers. It never has the
     * reason.
     */
    excludedBy: z.array(
      z.strictObject({
        name: z.string(),
        isWhole: z.boolean(),
        phone: z.nullable(z.string()),
        contactEmail: z.nullable(z.string()),
      }),
    ),
    /** Chosen schools that haven't approved the caller. */
    waitingSchools: z.int(),
    /** This month's numbers of vacancies offered to the caller, of the caller's answers, and of booked days. */
    month: z.strictObject({ offers: z.int(), answers: z.int(), days: z.int() }),
  }),
});
