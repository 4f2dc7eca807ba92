import * as z from 'zod/mini';
import { anyone, endpoint, signedIn } from '#contract/endpoint.ts';
import { email, id, instant, line, properName } from '#contract/fields.ts';
import { otp } from '#contract/second-factor.ts';
import { newPassword, samePasswords, username } from '#contract/credentials.ts';
import { sessionUser } from '#contract/session.ts';
import { personLimits } from '#domain/person.ts';

export const login = endpoint({
  call: 'POST /api/login',
  summary:
    'Signs in by username, or by a confirmed email address. If a second factor is on, the correct password alone gets second_factor_required; the same call with `otp` then signs in.',
  access: anyone,
  body: z.strictObject({
    username: line(254, 'Enter your username.'),
    password: z
      .string({ error: 'Enter your password.' })
      .check(z.minLength(1, { error: 'Enter your password.' }), z.maxLength(1024)),
    otp: z.optional(otp),
  }),
  reply: sessionUser,
  errors: ['wrong_credentials', 'second_factor_required', 'wrong_code', 'account_disabled', 'too_many_requests'],
});

export const register = endpoint({
  call: 'POST /api/register',
  summary: 'Registers as a teacher, substitute or school admin, and signs in.',
  access: anyone,
  status: 201,
  creates: true,
  body: z
    .strictObject({
      username,
      password: newPassword(personLimits.password.min),
      confirmPassword: z.string({ error: "Passwords don't match" }),
      role: z._default(
        z.enum(['teacher', 'substitute', 'school_admin'], { error: 'Choose teacher, substitute or school_admin.' }),
        'teacher',
      ),
      fullName: properName(personLimits.fullName.max, 'Full name is required', personLimits.fullName.min),
      schoolId: z.optional(z.nullable(id)),
      email: email('Invalid email address'),
    })
    .check(samePasswords),
  reply: sessionUser,
  errors: ['username_taken', 'too_many_requests', 'school_inactive'],
});

export const changeOwnPassword = endpoint({
  call: 'POST /api/user/password',
  summary: "Changes the caller's password. Requires the current one and ends all other sessions.",
  access: signedIn,
  body: z
    .strictObject({
      currentPassword: z
        .string({ error: 'Enter your current password.' })
        .check(z.minLength(1, { error: 'Enter your current password.' }), z.maxLength(1024)),
      password: newPassword(personLimits.password.min),
      confirmPassword: z.string({ error: "Passwords don't match" }),
    })
    .check(samePasswords),
  errors: ['identity_unproved', 'too_many_requests'],
});

/** One of the caller's sessions, as the list for "sign out elsewhere" shows it. */
export const ownSession = z.strictObject({
  id: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  userAgent: z.nullable(z.string()),
  isCurrent: z.boolean(),
});

export const listOwnSessions = endpoint({
  call: 'GET /api/user/sessions',
  summary: "The caller's sessions, with the current one marked.",
  access: signedIn,
  reply: z.array(ownSession),
});

export const endOtherSessions = endpoint({
  call: 'POST /api/user/sessions/end-others',
  summary: "Ends all of the caller's sessions except the current one.",
  access: signedIn,
});
