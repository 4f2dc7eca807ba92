import * as z from 'zod/mini';
import { anyone, approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import { instant } from '#contract/fields.ts';

const substitutes = approvedOrWaitingSubstitute('substitute');

export const getCalendar = endpoint({
  call: 'GET /api/user/calendar',
  summary:
    "Says whether the caller's assignments have a secret calendar address, and when it was created. The address itself is shown only once, when it is created.",
  access: substitutes,
  reply: z.strictObject({ createdAt: z.nullable(instant) }),
});

export const createCalendar = endpoint({
  call: 'POST /api/user/calendar',
  // It isn't `creates`, because an Idempotency-Key stores the reply, and this reply is a secret. Repeating the call
  // replaces the address.
  summary: "Creates a secret calendar address for the caller's assignments. Any earlier address stops working.",
  access: substitutes,
  status: 201,
  reply: z.strictObject({ url: z.string(), createdAt: instant }),
  errors: ['too_many_requests'],
});

export const deleteCalendar = endpoint({
  call: 'DELETE /api/user/calendar',
  summary: 'Revokes the secret calendar address, if there is one.',
  access: substitutes,
});

export const calendarFeed = endpoint({
  call: 'GET /api/calendar/:token',
  summary: 'The assignments of the substitute who owns this secret address, starting 30 days ago, as iCalendar.',
  access: anyone,
  // Anything that isn't a current secret address gets 404.
  params: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  reply: z.any(),
  raw: 'text/calendar',
  errors: ['not_found', 'too_many_requests'],
});
