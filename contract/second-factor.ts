import * as z from 'zod/mini';
import { endpoint, approved, settingUp, signedIn } from '#contract/endpoint.ts';
import { id, instant, line } from '#contract/fields.ts';

/** A code from the authenticator app, or a recovery code. Spaces and dashes are ignored. */
export const otp = line(40, 'Enter the code.');

const password = z
  .string({ error: 'Enter your password.' })
  .check(z.minLength(1, { error: 'Enter your password.' }), z.maxLength(1024));

/** Ten codes that each work once. They are shown only this one time. */
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

export const confirmIdentity = endpoint({
  call: 'POST /api/user/confirm-identity',
  summary:
    "Confirms the caller's identity by password, and by code if a second factor is on. For ten minutes, the password, email address and second factor can be changed.",
  access: settingUp,
  body: z.strictObject({ password, otp: z.optional(otp) }),
  errors: ['second_factor_required', 'too_many_requests'],
});

export const getSecondFactor = endpoint({
  call: 'GET /api/user/second-factor',
  summary: "The state of the caller's second factor.",
  access: settingUp,
  reply: z.strictObject({ since: z.nullable(instant), recoveryCodesLeft: z.int() }),
});

export const startSecondFactor = endpoint({
  call: 'POST /api/user/second-factor/start',
  summary: 'Creates a new secret for an authenticator app. It takes effect once a code from the app is confirmed.',
  access: settingUp,
  reply: z.strictObject({
    /** Base32, for typing. */
    secret: z.string(),
    /** The same secret with name and product, for a QR code (otpauth://). */
    uri: z.string(),
  }),
  errors: ['identity_unproved', 'second_factor_on'],
});

export const finishSecondFactor = endpoint({
  call: 'POST /api/user/second-factor/finish',
  summary: "Turns the second factor on with a first code from the app, and ends all of the caller's other sessions.",
  access: settingUp,
  body: z.strictObject({ otp }),
  computes: true,
  reply: recoveryCodes,
  errors: ['identity_unproved', 'not_found', 'second_factor_on', 'too_many_requests'],
});

export const renewRecoveryCodes = endpoint({
  call: 'POST /api/user/second-factor/recovery-codes',
  summary: 'Creates ten new recovery codes. The old ones no longer work.',
  access: signedIn,
  computes: true,
  reply: recoveryCodes,
  errors: ['identity_unproved', 'not_found', 'too_many_requests'],
});

export const endSecondFactor = endpoint({
  call: 'POST /api/user/second-factor/end',
  summary: 'Turns the second factor off. Requires the password and a code.',
  access: signedIn,
  body: z.strictObject({ password, otp }),
  errors: ['not_found', 'too_many_requests'],
});

export const resetSecondFactor = endpoint({
  call: 'POST /api/admin/reset-second-factor',
  summary: 'Turns off the second factor of a person who lost it, ends their sessions and notifies them.',
  access: approved('school_admin', 'overall_admin'),
  body: z.strictObject({ userId: id }),
  errors: ['identity_unproved', 'not_found', 'not_allowed'],
});
