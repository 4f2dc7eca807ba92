import * as z from 'zod/mini';
import { anyone, endpoint, signedIn } from '#contract/endpoint.ts';
import { done, instant } from '#contract/fields.ts';

const code = z.strictObject({ code: z.string().check(z.maxLength(100)) });

export const sendEmailLink = endpoint({
  name: 'sendEmailLink',
  method: 'POST',
  path: '/api/user/email-link',
  summary: 'Sends another link to confirm the own email address. Nothing is sent where it is confirmed already.',
  access: signedIn,
  /** Whether mail goes out from here at all. */
  reply: z.strictObject({ email: z.string(), isSetUp: z.boolean() }),
  errors: ['too_many_requests'],
});

export const getEmailLink = endpoint({
  name: 'getEmailLink',
  method: 'GET',
  path: '/api/email-links/:code',
  summary: 'Which address of which account a mailed link confirms, to whoever holds it.',
  access: anyone,
  params: code,
  reply: z.strictObject({ email: z.string(), username: z.string(), expiresAt: instant }),
  errors: ['not_found', 'too_many_requests'],
});

export const confirmEmail = endpoint({
  name: 'confirmEmail',
  method: 'POST',
  path: '/api/email-links/:code',
  summary:
    'Confirms an email address by a mailed link: mail goes there from now on, and it signs in. It signs nobody in.',
  access: anyone,
  params: code,
  reply: done,
  errors: ['not_found', 'too_many_requests'],
});
