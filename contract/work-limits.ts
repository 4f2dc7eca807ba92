import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { mostWork } from '#domain/work-limits.ts';

const limit = (most: number) => {
  const error = `Enter a whole number up to ${most}.`;
  return z.nullable(z.int({ error }).check(z.gte(0, { error }), z.lte(most, { error })));
};

const limits = {
  weekMinutes: limit(mostWork.weekMinutes),
  monthMinutes: limit(mostWork.monthMinutes),
  assignmentDays: limit(mostWork.assignmentDays),
  yearDays: limit(mostWork.yearDays),
  /** It is 0 if there is no limit. */
  version: z.int().check(z.gte(0)),
};

export const getWorkLimits = endpoint({
  call: 'GET /api/users/:id/work-limits',
  summary: "A substitute's work limits at the caller's school. Null means no limit.",
  access: approved('school_admin'),
  reply: z.strictObject(limits),
  errors: ['not_found'],
});

export const putWorkLimits = endpoint({
  call: 'PUT /api/users/:id/work-limits',
  summary: 'Sets how much a substitute may work. Beyond it, they get no offers, and an assignment needs a reason.',
  access: approved('school_admin'),
  body: z.strictObject(limits),
  errors: ['not_found', 'conflict'],
});
