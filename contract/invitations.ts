import * as z from 'zod/mini';
import { newPassword, samePasswords, sessionUser, usernameField } from '#contract/accounts.ts';
import { anyone, approved, endpoint } from '#contract/endpoint.ts';
import { instant, line, optionalEmail, optionalLine, optionalProse } from '#contract/fields.ts';
import { personLimits } from '#domain/person.ts';

/** Most people in one file. */
export const importLimit = 5000;
const megabyte = 1024 * 1024;

const importedRole = z.enum(['teacher', 'substitute'], { error: 'Choose teacher or substitute.' });
const file = { role: importedRole, csv: z.string({ error: 'Choose a CSV file.' }).check(z.minLength(1, { error: 'This file is empty.' }), z.maxLength(3 * megabyte, { error: 'This file is too large.' })) };

/** A row of the file as it becomes an account. There is no password in it: people choose their own. */
export const importedPerson = z.strictObject({
  fullName: line(personLimits.fullName.max, 'Full name is required'),
  username: usernameField,
  email: optionalEmail('Invalid email format'),
  phone: optionalLine(40),
  department: optionalLine(100),
  subjects: optionalLine(500),
  qualifications: optionalProse(2000),
  preferredSubjects: optionalProse(1000),
});

const rowProblem = z.strictObject({
  /** As a spreadsheet counts: the header is row 1. */
  row: z.int(),
  name: z.string(),
  /** The column, or null where it is about the whole row. */
  column: z.nullable(z.string()),
  sentence: z.string(),
});

export const previewImport = endpoint({
  name: 'previewImport',
  method: 'POST',
  path: '/api/users/import/preview',
  summary: 'What a CSV file of teachers or substitutes would become, with every bad row and its reason. Changes nothing.',
  access: approved('school_admin'),
  bodyLimit: 4 * megabyte,
  body: z.strictObject(file),
  reply: z.strictObject({
    total: z.int(),
    good: z.int(),
    /** All that is wrong, at most 500. */
    problems: z.array(rowProblem),
    /** Columns that mean nothing here. */
    ignoredColumns: z.array(z.string()),
    /** The first good ones. */
    people: z.array(z.strictObject({ row: z.int(), fullName: z.string(), username: z.string(), email: z.nullable(z.string()) })),
  }),
  errors: [],
});

export const importUsers = endpoint({
  name: 'importUsers',
  method: 'POST',
  path: '/api/users/import',
  summary: 'Makes all accounts of a CSV file, or none. Each gets an invitation of seven days: by mail, or as a slip to print.',
  access: approved('school_admin'),
  status: 201,
  creates: true,
  bodyLimit: 4 * megabyte,
  body: z.strictObject(file),
  reply: z.strictObject({
    created: z.int(),
    /** How many get their invitation by mail. */
    mailed: z.int(),
    /** Whoever no mail reaches. Each code is said this once. */
    slips: z.array(z.strictObject({ fullName: z.string(), username: z.string(), code: z.string(), path: z.string(), expiresAt: instant })),
  }),
  errors: ['username_taken', 'too_large'],
});

export const exportUsers = endpoint({
  name: 'exportUsers',
  method: 'GET',
  path: '/api/users/export.csv',
  summary: "The school's teachers or substitutes as a table for a spreadsheet, which can be imported again.",
  access: approved('school_admin'),
  query: z.strictObject({ role: z._default(importedRole, 'teacher') }),
  reply: z.any(),
  raw: 'text/csv; charset=utf-8',
  errors: [],
});

const code = z.strictObject({ code: z.string().check(z.maxLength(100)) });

export const getInvitation = endpoint({
  name: 'getInvitation',
  method: 'GET',
  path: '/api/invitations/:code',
  summary: 'Whose account an invitation is for, to whoever holds its code.',
  access: anyone,
  params: code,
  reply: z.strictObject({ fullName: z.string(), username: z.string(), role: importedRole, schoolName: z.nullable(z.string()), expiresAt: instant }),
  errors: ['not_found', 'too_many_requests'],
});

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/api/invitations/:code',
  summary: 'Sets the own first password and signs in. An invitation works once.',
  access: anyone,
  params: code,
  body: z.strictObject({ password: newPassword(personLimits.password.min), confirmPassword: z.string({ error: "Passwords don't match" }) }).check(samePasswords),
  reply: sessionUser,
  errors: ['not_found', 'too_many_requests'],
});
