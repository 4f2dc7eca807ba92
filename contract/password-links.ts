import * as z from 'zod/mini';
import { newPassword, samePasswords } from '#contract/credentials.ts';
import { anyone, endpoint } from '#contract/endpoint.ts';
import { instant, line } from '#contract/fields.ts';
import { personLimits } from '#domain/person.ts';

const code = z.strictObject({ code: z.string().check(z.maxLength(100)) });

/** A password that people choose for themselves, typed twice. */
export const chosenPassword = z
  .strictObject({
    password: newPassword(personLimits.password.min),
    confirmPassword: z.string({ error: "Passwords don't match" }),
  })
  .check(samePasswords);

export const askForPasswordLink = endpoint({
  call: 'POST /api/password-links',
  summary:
    'Emails a link to choose a new password, if there is such an account and it has an address. The reply is the same for every name.',
  access: anyone,
  body: z.strictObject({ username: line(254, 'Enter your username or email address.') }),
  /** Whether this installation sends email. */
  reply: z.strictObject({ isSetUp: z.boolean() }),
  errors: ['too_many_requests'],
});

export const getPasswordLink = endpoint({
  call: 'GET /api/password-links/:code',
  summary: 'The account whose password an emailed link sets, for anyone who has the link.',
  access: anyone,
  params: code,
  reply: z.strictObject({ username: z.string(), expiresAt: instant }),
  errors: ['not_found', 'too_many_requests'],
});

export const choosePassword = endpoint({
  call: 'POST /api/password-links/:code',
  summary: "Sets a new password with an emailed link, once. Doesn't sign in, and doesn't change the second factor.",
  access: anyone,
  params: code,
  body: chosenPassword,
  errors: ['not_found', 'too_many_requests'],
});
