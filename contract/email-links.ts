import * as z from 'zod/mini';
import { anyone, endpoint, signedIn } from '#contract/endpoint.ts';
import { instant } from '#contract/fields.ts';

const code = z.strictObject({ code: z.string().check(z.maxLength(100)) });

export const sendEmailLink = endpoint({
  call: 'POST /api/user/email-link',
  summary: "Sends another link to confirm the caller's email address. Nothing is sent if it is already confirmed.",
  access: signedIn,
  /** Whether this installation sends email. */
  reply: z.strictObject({ email: z.string(), isSetUp: z.boolean() }),
  errors: ['too_many_requests'],
});

export const getEmailLink = endpoint({
  call: 'GET /api/email-links/:code',
  summary: 'The address and account that a mailed link confirms, for anyone who has the link.',
  access: anyone,
  params: code,
  reply: z.strictObject({ email: z.string(), username: z.string(), expiresAt: instant }),
  errors: ['not_found', 'too_many_requests'],
});

export const confirmEmail = endpoint({
  call: 'POST /api/email-links/:code',
  summary:
    'Confirms an email address with a mailed link. From then on, the address gets mail and can be used to sign in. The call does not sign in.',
  access: anyone,
  params: code,
  errors: ['not_found', 'too_many_requests'],
});
