import * as z from 'zod/mini';
import { endpoint, signedIn } from '#contract/endpoint.ts';

export const exportOwnData = endpoint({
  name: 'exportOwnData',
  method: 'POST',
  path: '/api/user/export',
  summary: 'Everything that is kept about the signed-in person, as a zip of JSON and their files; asks the password.',
  access: signedIn,
  body: z.strictObject({
    password: z
      .string({ error: 'Enter your password.' })
      .check(z.minLength(1, { error: 'Enter your password.' }), z.maxLength(1024)),
  }),
  reply: z.any(),
  raw: 'application/zip',
  errors: ['too_many_requests'],
});
