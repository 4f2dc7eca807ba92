import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, instant, prose } from '#contract/fields.ts';
import { mostReason } from '#domain/exclusion.ts';

const exclusion = z.strictObject({
  id,
  /** The teacher whose classes aren't offered. It is null for all vacancies of the school. */
  teacherName: z.nullable(z.string()),
  reason: z.string(),
  /** The last day, by the school's clock. It is null if it has no end yet. */
  endsOn: z.nullable(date),
  askedAt: instant,
  /** A teacher's request that no administrator has answered yet. It has no effect. */
  isPending: z.boolean(),
});

export const listExclusions = endpoint({
  call: 'GET /api/users/:id/exclusions',
  summary:
    "A substitute's exclusions at the caller's school that haven't ended, pending ones first. Admins see the school's and its teachers'; teachers see their own. At most 100.",
  access: approved('teacher', 'school_admin'),
  reply: z.array(exclusion),
  errors: ['not_found', 'not_allowed'],
});

export const putExclusion = endpoint({
  call: 'PUT /api/users/:id/exclusion',
  summary:
    'Stops offering vacancies to a substitute. For an admin, it applies to the whole school at once; for a teacher, to their own vacancies once an admin agrees. Bookings stay. The substitute never sees the reason.',
  access: approved('teacher', 'school_admin'),
  body: z.strictObject({
    reason: prose(mostReason, 'Enter a reason.'),
    /** The last day. With null, it lasts until someone ends it. */
    endsOn: z.nullable(date),
  }),
  errors: ['not_found', 'not_allowed', 'already_excluded', 'too_many_requests'],
});

export const approveExclusion = endpoint({
  call: 'PUT /api/users/:id/exclusion/approval',
  summary:
    "Approves a teacher's request to exclude a substitute. From then on, that teacher's vacancies aren't offered to them.",
  access: approved('school_admin'),
  body: z.strictObject({ exclusionId: id }),
  errors: ['not_found', 'not_allowed', 'exclusion_gone'],
});

export const endExclusion = endpoint({
  call: 'PUT /api/users/:id/exclusion/end',
  summary: "Ends an exclusion, or declines or withdraws a teacher's request for one. Teachers can end only their own.",
  access: approved('teacher', 'school_admin'),
  body: z.strictObject({ exclusionId: id }),
  errors: ['not_found', 'not_allowed', 'exclusion_gone'],
});
