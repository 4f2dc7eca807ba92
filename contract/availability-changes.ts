import * as z from 'zod/mini';
import { availabilityRecord } from '#contract/availability.ts';
import { approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import { date, optionalProse } from '#contract/fields.ts';
import { dateParts, dateStatuses, longestRange } from '#domain/availability.ts';

/** A date exception. Half a day can only be available. */
const saidOfDate = {
  status: z._default(z.enum(dateStatuses), 'available'),
  part: z.optional(z.nullable(z.enum(dateParts))),
  notes: optionalProse(500),
};
const halfIsAvailable = z.refine<{ status: string | null; part?: string | null | undefined }>(
  ({ status, part }) => status === 'available' || (part ?? null) === null,
  { error: 'Only an available day can be half a day.', path: ['part'] },
);

export const putAvailability = endpoint({
  call: 'PUT /api/availability',
  summary: "Sets one of the caller's date exceptions.",
  access: approvedOrWaitingSubstitute('substitute'),
  body: z.strictObject({ date, ...saidOfDate }).check(halfIsAvailable),
  reply: availabilityRecord,
  errors: ['too_many_requests'],
});

export const putAvailabilityRange = endpoint({
  call: 'PUT /api/availability/range',
  summary: `Sets the same exception for several of the caller's dates in a row, at most ${longestRange}. A null status removes them.`,
  access: approvedOrWaitingSubstitute('substitute'),
  body: z
    .strictObject({ from: date, to: date, ...saidOfDate, status: z.nullable(z.enum(dateStatuses)) })
    .check(halfIsAvailable),
  /** How many dates changed. */
  reply: z.strictObject({ changed: z.int() }),
  errors: ['too_many_requests'],
});

export const deleteAvailability = endpoint({
  call: 'DELETE /api/availability',
  summary: "Removes one of the caller's date exceptions, so the weekly availability applies again.",
  access: approvedOrWaitingSubstitute('substitute'),
  query: z.strictObject({ date }),
  errors: ['not_found', 'too_many_requests'],
});
