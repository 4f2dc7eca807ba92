import * as z from 'zod/mini';
import { newPassword, samePasswords } from '#contract/accounts.ts';
import { anyone, endpoint } from '#contract/endpoint.ts';
import { done, instant, line } from '#contract/fields.ts';
import { personLimits } from '#domain/person.ts';

const code = z.strictObject({ code: z.string().check(z.maxLength(100)) });

export const askForPasswordLink = endpoint({
  name: 'askForPasswordLink',
  method: 'POST',
  path: '/api/password-links',
  summary:
    'Mails a link to choose a new password, where there is such an account with an address. The answer is the same for every name.',
  access: anyone,
  body: z.strictObject({ username: line(254, 'Enter your username or email address.') }),
  /** Whether mail goes out from here at all. */
  reply: z.strictObject({ isSetUp: z.boolean() }),
  errors: ['too_many_requests'],
});

export const getPasswordLink = endpoint({
  name: 'getPasswordLink',
  method: 'GET',
  path: '/api/password-links/:code',
  summary: 'Whose password a mailed link sets, to whoever holds it.',
  access: anyone,
  params: code,
  reply: z.strictObject({ username: z.string(), expiresAt: instant }),
  errors: ['not_found', 'too_many_requests'],
});

export const choosePassword = endpoint({
  name: 'choosePassword',
  method: 'POST',
  path: '/api/password-links/:code',
  summary: 'Sets a new password by a mailed link, once. It signs nobody in, and leaves a second factor as it is.',
  access: anyone,
  params: code,
  body: z
    .strictObject({
      password: newPassword(personLimits.password.min),
      confirmPassword: z.string({ error: "Passwords don't match" }),
    })
    .check(samePasswords),
  reply: done,
  errors: ['not_found', 'too_many_requests'],
});
