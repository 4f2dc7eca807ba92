import * as z from 'zod/mini';
import { endpoint, signedIn } from '#contract/endpoint.ts';

export const exportOwnData = endpoint({
  call: 'POST /api/user/export',
  summary:
    'Everything stored about the signed-in person, as a zip file of JSON and their files. Requires the password.',
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
