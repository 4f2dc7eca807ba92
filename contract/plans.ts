import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { flagText, id, instant } from '#contract/fields.ts';

/** A file with the plans. Its content is at /api/plan-files/ID. */
const planFile = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  contentType: z.string(),
  /** The file's size, in bytes. */
  size: z.int(),
});
export type PlanFile = z.output<typeof planFile>;

/** A teacher's files, latest first. */
const planFiles = z.strictObject({
  files: z.array(planFile),
  /** The total size of the files, in bytes. */
  used: z.int(),
});
export type PlanFiles = z.output<typeof planFiles>;

export const listPlanFiles = endpoint({
  call: 'GET /api/users/:id/plan-files',
  summary:
    "A teacher's files with lesson plans, latest first: the caller's own, or for an admin, those of a teacher of the school. For extra hands, the files of the admin of the school who is their contact.",
  access: approved('teacher', 'school_admin'),
  reply: planFiles,
  errors: ['not_found', 'not_allowed'],
});

export const addPlanFile = endpoint({
  call: 'POST /api/users/:id/plan-files',
  summary:
    "Uploads a file with a teacher's lesson plans, or with the plans for extra hands of an admin of the school, to be added to a class with planFileIds. A file that is never added is deleted after a day. Without a file, nothing changes.",
  access: approved('teacher', 'school_admin'),
  body: z.strictObject({}),
  files: ['file'],
  reply: z.strictObject({ ...planFiles.shape, /** The new file. */ added: z.nullable(z.uuid()) }),
  errors: ['not_found', 'not_allowed', 'too_large', 'wrong_content_type', 'too_many_requests'],
});

export const getPlanFile = endpoint({
  call: 'GET /api/plan-files/:id',
  summary:
    'A file with plans: for its teacher, the school’s admins, and the substitute who is booked for a class with it, until the class ends. Each reading by anyone but the teacher is logged.',
  access: approved('teacher', 'substitute', 'school_admin'),
  params: z.strictObject({ id: z.uuid({ error: 'This is not a file name.' }) }),
  query: z.strictObject({ download: z.optional(flagText) }),
  reply: z.any(),
  raw: 'application/octet-stream',
  errors: ['not_found', 'too_many_requests'],
});

export const getPlans = endpoint({
  call: 'GET /api/vacancies/:id/plans',
  summary:
    'The plans of a class, for its teacher, the school’s admins and the booked substitute, until the class ends or they are released. Each reading by a substitute is logged.',
  access: approved('teacher', 'substitute', 'school_admin'),
  reply: z.strictObject({
    link: z.nullable(z.string()),
    files: z.array(planFile),
    /** The teacher's plan for classes without other plans. It is null if the class has some, or there is none. */
    emergencyPlan: z.nullable(
      z.strictObject({ routines: z.string(), seating: z.string(), people: z.string(), files: z.array(planFile) }),
    ),
    /** Student details: none, locked until the day of the class, or ready to open. */
    studentDetails: z.enum(['none', 'later', 'now']),
    /** When a substitute can no longer read them. */
    readableUntil: instant,
  }),
  errors: ['not_found', 'too_many_requests'],
});

export const planReadingKinds = ['plans', 'file', 'student_details'] as const;

export const planReading = z.strictObject({
  id,
  at: instant,
  /** It is null if their account was deleted. */
  by: z.nullable(z.string()),
  what: z.enum(planReadingKinds),
  /** The name of the file that was opened, while it exists. */
  file: z.nullable(z.string()),
});
export type PlanReading = z.output<typeof planReading>;

export const listPlanReadings = endpoint({
  call: 'GET /api/vacancies/:id/plan-readings',
  summary: 'The last 100 times that someone opened the plans of a class, latest first.',
  access: approved('teacher', 'school_admin'),
  reply: z.array(planReading),
  errors: ['not_found', 'not_allowed'],
});
