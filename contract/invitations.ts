import * as z from 'zod/mini';
import { givenUsername } from '#contract/credentials.ts';
import { chosenPassword } from '#contract/password-links.ts';
import { sessionUser } from '#contract/session.ts';
import { anyone, approved, approvedOrWaiting, endpoint } from '#contract/endpoint.ts';
import { instant, properName, optionalEmail, optionalLine, optionalProse, optionalPhone } from '#contract/fields.ts';
import { personLimits } from '#domain/person.ts';

/** The maximum number of people in one file. */
export const importLimit = 5000;
const megabyte = 1024 * 1024;

const importedRole = z.enum(['teacher', 'substitute'], { error: 'Choose teacher or substitute.' });
const file = {
  role: importedRole,
  csv: z
    .string({ error: 'Choose a CSV file.' })
    .check(
      z.minLength(1, { error: 'This file is empty.' }),
      z.maxLength(3 * megabyte, { error: 'This file is too large.' }),
    ),
};

/** A row of the file as an account. It has no password: people choose their own. */
export const importedPerson = z.strictObject({
  fullName: properName(personLimits.fullName.max, 'Full name is required'),
  /** If missing, we derive one from the name. */
  username: z.optional(givenUsername),
  email: optionalEmail('Invalid email format'),
  phone: optionalPhone,
  department: optionalLine(100),
  subjects: optionalLine(500),
  qualifications: optionalProse(2000),
  preferredSubjects: optionalProse(1000),
});

/** Says that the substitute who is known with this email or phone is someone else. */
export const isSomeoneElse = z._default(z.boolean(), false);

/** A person who is invited individually, not from a file. */
const invitedPerson = z.strictObject({
  role: importedRole,
  ...importedPerson.shape,
  username: givenUsername,
  isSomeoneElse,
});

/**
 * The outcome of a valid row: a new account, a change to a person at the school, or a substitute of the district who
 * joins it.
 */
export const importOutcomes = ['created', 'updated', 'joined'] as const;

const outcome = {
  created: z.int(),
  updated: z.int(),
  joined: z.int(),
  /**
   * All rows with an error as a CSV file with their reasons, to correct and import again. It is empty if there are
   * none.
   */
  badRows: z.string(),
};

const rowProblem = z.strictObject({
  /** Counted as in a spreadsheet: the header is row 1. */
  row: z.int(),
  name: z.string(),
  /** The column, or null for an error about the whole row. */
  column: z.nullable(z.string()),
  sentence: z.string(),
});

export const previewImport = endpoint({
  call: 'POST /api/users/import/preview',
  summary:
    'Previews the import of a CSV file of teachers or substitutes: who is new, who is known, and every bad row with its reason. Changes nothing.',
  access: approved('school_admin'),
  bodyLimit: 4 * megabyte,
  body: z.strictObject(file),
  reply: z.strictObject({
    total: z.int(),
    good: z.int(),
    /** All errors, at most 500. */
    problems: z.array(rowProblem),
    /** Unknown columns. */
    ignoredColumns: z.array(z.string()),
    /** The first valid rows. */
    people: z.array(
      z.strictObject({
        row: z.int(),
        fullName: z.string(),
        username: z.string(),
        email: z.nullable(z.string()),
        becomes: z.enum(importOutcomes),
      }),
    ),
    ...outcome,
  }),
});

/** A slip for a person whom we can't email. Its code is shown only this once. */
const slip = z.strictObject({
  fullName: z.string(),
  username: z.string(),
  code: z.string(),
  path: z.string(),
  expiresAt: instant,
});
export type InvitationSlip = z.output<typeof slip>;

export const importUsers = endpoint({
  call: 'POST /api/users/import',
  summary:
    'Imports the valid rows of a CSV file: creates accounts with an invitation that works for seven days, by email or as a slip to print, updates people who are known, and returns the other rows with their reasons.',
  access: approved('school_admin'),
  status: 201,
  creates: true,
  computes: true,
  bodyLimit: 4 * megabyte,
  body: z.strictObject(file),
  reply: z.strictObject({
    ...outcome,
    /** How many people get their invitation by email. */
    mailed: z.int(),
    /** The slips of people without an email address. */
    slips: z.array(slip),
  }),
  errors: ['username_taken', 'too_large'],
});

export const inviteUser = endpoint({
  call: 'POST /api/users/invite',
  summary:
    'Creates one account, approved and active. The person chooses their own password with an invitation that works for seven days, by email or as a slip to print.',
  access: approved('school_admin'),
  status: 201,
  creates: true,
  body: invitedPerson,
  reply: z.strictObject({ mailed: z.boolean(), slip: z.nullable(slip) }),
  errors: ['username_taken', 'person_exists', 'not_allowed'],
});

export const exportUsers = endpoint({
  call: 'GET /api/users/export.csv',
  summary: "The school's teachers or substitutes as a spreadsheet (CSV) that can be imported again.",
  access: approved('school_admin'),
  fromStandby: true,
  query: z.strictObject({ role: z._default(importedRole, 'teacher') }),
  reply: z.any(),
  raw: 'text/csv; charset=utf-8',
});

/** It isn't `creates`, because an Idempotency-Key would store the reply, which is a secret. */
export const renewInvitation = endpoint({
  call: 'POST /api/users/:id/invitation',
  summary:
    'Sends a new invitation to a person who has no password yet, by email or as a slip to print. The earlier invitation stops working.',
  access: approved('school_admin'),
  /** `onPaper` creates a slip even if the person has an email address. */
  body: z.strictObject({ onPaper: z._default(z.boolean(), false) }),
  reply: z.strictObject({ mailed: z.boolean(), slip: z.nullable(slip) }),
  errors: ['not_found', 'not_allowed', 'has_password', 'too_many_requests'],
});

const code = z.strictObject({ code: z.string().check(z.maxLength(100)) });

export const getInvitation = endpoint({
  call: 'GET /api/invitations/:code',
  summary: 'The account that an invitation is for, for anyone who has its code.',
  access: anyone,
  params: code,
  reply: z.strictObject({
    fullName: z.string(),
    username: z.string(),
    role: importedRole,
    schoolName: z.nullable(z.string()),
    expiresAt: instant,
  }),
  errors: ['not_found', 'too_many_requests'],
});

export const acceptInvitation = endpoint({
  call: 'POST /api/invitations/:code',
  summary: "Sets the account's first password and signs in. An invitation works once.",
  access: anyone,
  params: code,
  body: chosenPassword,
  reply: sessionUser,
  errors: ['not_found', 'too_many_requests'],
});

export const joinWithInvitation = endpoint({
  call: 'POST /api/invitations/:code/join',
  summary:
    "Accepts an invitation with the caller's existing account: adds the school to a substitute's account, or moves a teacher's account to it. Deletes the invited account.",
  access: approvedOrWaiting('teacher', 'substitute'),
  params: code,
  reply: z.strictObject({
    schoolName: z.nullable(z.string()),
    /** False if the school declined this account before, and decides again. */
    isApproved: z.boolean(),
  }),
  errors: ['not_found', 'not_allowed', 'has_absences', 'too_many_requests'],
});
