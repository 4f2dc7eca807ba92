import * as z from 'zod/mini';
import { approved, approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import { date, id } from '#contract/fields.ts';
import { dateParts, dateStatuses } from '#domain/availability.ts';

/** A date exception, which overrides the weekly availability. */
export const availabilityRecord = z.strictObject({
  id,
  substituteId: id,
  date,
  status: z.enum(dateStatuses),
  /** The only half of the day that is available. It is null if the status applies to the whole day. */
  part: z.nullable(z.enum(dateParts)),
  notes: z.nullable(z.string()),
});

export const listAvailability = endpoint({
  call: 'GET /api/availability',
  summary: "The caller's date exceptions, at most a year at a time.",
  access: approvedOrWaitingSubstitute('substitute'),
  query: z.strictObject({ from: z.optional(date), to: z.optional(date) }),
  reply: z.array(availabilityRecord),
});

export const listUserAvailability = endpoint({
  call: 'GET /api/users/:id/availability',
  summary:
    "A substitute's date exceptions from today on, at most a year ahead and without notes, for an admin of a school that the substitute chose.",
  access: approved('school_admin'),
  reply: z.array(availabilityRecord),
  errors: ['not_found'],
});
