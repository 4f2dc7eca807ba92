import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { id, instant } from '#contract/fields.ts';
import { roles } from '#domain/role.ts';

export const listSchoolDeletions = endpoint({
  call: 'GET /api/school-deletions',
  summary: 'The progress of the latest school deletions, and the people they left without a school.',
  access: approved('overall_admin'),
  reply: z.array(
    z.strictObject({
      /** The school's id. It refers to nothing once the school is deleted. */
      id,
      name: z.string(),
      askedAt: instant,
      doneAt: z.nullable(instant),
      percent: z.int(),
      withoutSchool: z.array(z.strictObject({ id, fullName: z.string(), role: z.enum(roles) })),
    }),
  ),
});
export type SchoolDeletion = z.output<typeof listSchoolDeletions.reply>[number];

export const exportSchool = endpoint({
  call: 'POST /api/schools/:id/export',
  summary:
    'Everything stored about a school, as a zip file of JSON and images. The caller must have proved their identity.',
  access: approved('school_admin', 'overall_admin'),
  reply: z.any(),
  raw: 'application/zip',
  errors: ['not_found', 'identity_unproved', 'too_many_requests'],
});
