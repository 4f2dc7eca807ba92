import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { id } from '#contract/fields.ts';

/** Schools that share their approved substitutes, unless each school approves for itself. */
const district = z.strictObject({ id, name: z.string(), eachApproves: z.boolean(), schools: z.int() });

export const listDistricts = endpoint({
  call: 'GET /api/districts',
  summary: 'The districts that have schools, by name.',
  access: approved('overall_admin'),
  reply: z.array(district),
});

export const updateDistrict = endpoint({
  call: 'PATCH /api/districts/:id',
  summary: 'Sets whether each school of a district approves substitutes for itself.',
  access: approved('overall_admin'),
  body: z.strictObject({ eachApproves: z.boolean() }),
  reply: district,
  errors: ['not_found'],
});
