import * as z from 'zod/mini';
import { planFileIds } from '#contract/absence-fields.ts';
import { approved, endpoint } from '#contract/endpoint.ts';
import { instant, optionalProse } from '#contract/fields.ts';
import { planReading } from '#contract/plans.ts';
import { planLimits } from '#domain/plans.ts';

const version = z.int().check(z.gte(0));

const emergencyPlan = z.strictObject({
  routines: z.string(),
  seating: z.string(),
  people: z.string(),
  fileIds: z.array(z.string()),
  hasStudentDetails: z.boolean(),
  /** When someone last saved it or confirmed that it is still right. It is null if there is no plan. */
  checkedAt: z.nullable(instant),
  /** It is 0 if there is none. */
  version: z.int(),
});
export type EmergencyPlan = z.output<typeof emergencyPlan>;

export const getEmergencyPlan = endpoint({
  call: 'GET /api/users/:id/emergency-plan',
  summary:
    "A teacher's plan for classes without other plans: the caller's own, or for an admin, that of a teacher of the school. Each time an admin opens it is logged.",
  access: approved('teacher', 'school_admin'),
  reply: emergencyPlan,
  errors: ['not_found', 'not_allowed', 'too_many_requests'],
});

/** The texts of the plan, shared by the form and the server. */
export const emergencyPlanFields = z.strictObject({
  routines: optionalProse(planLimits.words),
  seating: optionalProse(planLimits.words),
  people: optionalProse(planLimits.words),
  fileIds: planFileIds,
  /** The version that the form was filled from; 0 if there was none. */
  version,
});

export const putEmergencyPlan = endpoint({
  call: 'PUT /api/users/:id/emergency-plan',
  summary:
    "Saves a teacher's emergency plan. Fields left out stay as they are. An admin's conflict shows what someone else saved, so it is logged like opening the plan.",
  access: approved('teacher', 'school_admin'),
  body: z.strictObject({
    ...emergencyPlanFields.shape,
    /**
     * Whether fields are left out on purpose. During an upgrade, a process of an older version, which would empty them,
     * refuses this unknown field.
     */
    isPartial: z.optional(z.literal(true)),
  }),
  reply: emergencyPlan,
  errors: ['not_found', 'not_allowed', 'conflict', 'too_many_requests'],
});

export const confirmEmergencyPlan = endpoint({
  call: 'POST /api/users/:id/emergency-plan/confirm',
  summary: 'Confirms that an emergency plan is still right. The next reminder comes a year later.',
  access: approved('teacher', 'school_admin'),
  errors: ['not_found', 'not_allowed'],
});

const studentDetails = z.strictObject({ words: z.string(), version: z.int() });

export const getStudentDetails = endpoint({
  call: 'GET /api/users/:id/student-details',
  summary: "Sensitive: the student details that a teacher's substitutes need. Each reading by an admin is logged.",
  access: approved('teacher', 'school_admin'),
  reply: studentDetails,
  errors: ['not_found', 'not_allowed', 'too_many_requests'],
});

export const putStudentDetails = endpoint({
  call: 'PUT /api/users/:id/student-details',
  summary:
    "Saves the student details of a teacher. An empty text removes them. An admin's conflict shows what someone else saved, so it is logged like opening them.",
  access: approved('teacher', 'school_admin'),
  body: z.strictObject({ words: optionalProse(planLimits.words), version }),
  reply: studentDetails,
  errors: ['not_found', 'not_allowed', 'conflict', 'too_many_requests'],
});

export const openStudentDetails = endpoint({
  call: 'GET /api/vacancies/:id/student-details',
  summary:
    "Sensitive: the student details, for the booked substitute on the day of the class (the school's date) until it ends. Each reading is logged.",
  access: approved('substitute'),
  reply: z.strictObject({ words: z.string() }),
  errors: ['not_found', 'details_early', 'too_many_requests'],
});

export const listTeacherReadings = endpoint({
  call: 'GET /api/users/:id/plan-readings',
  summary:
    "The last 100 times that an admin opened a teacher's emergency plan, student details or files, latest first.",
  access: approved('teacher', 'school_admin'),
  reply: z.array(planReading),
  errors: ['not_found', 'not_allowed'],
});
