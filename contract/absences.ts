import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { absenceReason, classFields, description, shiftType, someIds, title } from '#contract/absence-fields.ts';
import { date, id, idText, time, times } from '#contract/fields.ts';
import { vacancy } from '#contract/vacancies.ts';
import { grades } from '#domain/grade.ts';
import { mostFirst } from '#domain/favorite.ts';
import { shiftTypes } from '#domain/shift.ts';
import { vacancyLimits, vacancyStatuses } from '#domain/vacancy.ts';

/** The fields that describe an absence, for one day and for several. */
const absence = {
  teacherId: z.optional(id),
  /**
   * True if no teacher is absent. The administrator who posts it is its contact and names no teacher. `absenceReason`
   * doesn't count.
   */
  isExtraHands: z.optional(z.boolean()),
  schoolId: z.optional(id),
  ...times,
  shiftType,
  description: title,
  ...classFields,
  /** Offer the class only to substitutes who know its subject. */
  needsSubject: z._default(z.boolean(), false),
  /** Offer the class only to substitutes who teach its grade. */
  needsGrade: z._default(z.boolean(), false),
  absenceReason: z._default(absenceReason, 'Personal'),
  mayNeedChanges: z._default(z.boolean(), false),
  additionalNotes: description,
  status: z._default(z.enum(vacancyStatuses), 'open'),
  isUrgent: z._default(z.boolean(), false),
  bookFirst: z.optional(z.boolean()),
  /**
   * The substitutes to notify. Missing, null or empty means all eligible ones. This doesn't limit who may see the
   * vacancy.
   */
  targetSubstituteIds: z.optional(z.nullable(someIds)),
  /** Substitutes who are notified before everyone else. They count only if all eligible ones are notified. */
  offerFirstTo: z.optional(z.array(id).check(z.maxLength(mostFirst))),
  notificationPreferences: z.optional(
    z.nullable(z.strictObject({ sendEmail: z._default(z.boolean(), true), sendSMS: z._default(z.boolean(), false) })),
  ),
  sendNotifications: z._default(z.boolean(), false),
  sendEmail: z._default(z.boolean(), true),
  sendSMS: z._default(z.boolean(), false),
  /**
   * Post it even though the teacher is already absent at that time. Without it, the call fails with `already_absent`.
   */
  postAnyway: z.optional(z.boolean()),
};

/** A new vacancy, for the form and the server. */
export const newVacancy = z.strictObject({ ...absence, date });
export type NewVacancy = z.output<typeof newVacancy>;

const proposedDay = { date, start: time, end: time, shiftType: z.nullable(z.enum(shiftTypes)) };

export const proposeAbsence = endpoint({
  call: 'GET /api/vacancies/proposal',
  summary:
    "The absence that a teacher is most likely to post next, based on their last one and their profile: their own, or for an admin, one of the school's teachers'.",
  access: approved('teacher', 'school_admin'),
  query: z.strictObject({ teacherId: z.optional(idText) }),
  reply: z.strictObject({
    /**
     * Today's usual shift or the rest of it, or another shift if that one is over or the teacher is already absent
     * then. It is null on a day without school, and once every shift is nearly over or taken.
     */
    today: z.nullable(z.strictObject(proposedDay)),
    /**
     * The first school day after today on which the teacher isn't already absent, or the part of it without an absence.
     */
    next: z.strictObject(proposedDay),
    shiftType: z.nullable(z.enum(shiftTypes)),
    description: z.string(),
    additionalNotes: z.string(),
    googleDocLink: z.nullable(z.string()),
    grade: z.nullable(z.enum(grades)),
    subject: z.nullable(z.string()),
    room: z.nullable(z.string()),
    /** The teacher's absences from today on: at most 200. A process of an older version leaves them out. */
    absences: z.optional(z.array(z.strictObject({ date, start: time, end: time }))),
  }),
  errors: ['not_allowed'],
});

export const createVacancy = endpoint({
  call: 'POST /api/vacancies',
  summary:
    "Posts an absence: a teacher's own, or for an admin, one of the school's teachers. An admin can also post extra hands, a job without an absent teacher.",
  access: approved('teacher', 'school_admin'),
  status: 201,
  creates: true,
  body: newVacancy,
  reply: vacancy,
  errors: ['other_school', 'not_allowed', 'shift_not_offered', 'already_absent', 'too_many_requests'],
});

const dates = z
  .array(date)
  .check(z.minLength(1, { error: 'Choose at least one day.' }), z.maxLength(vacancyLimits.daysAtOnce));

export const createVacancies = endpoint({
  call: 'POST /api/vacancies/batch',
  summary: 'Posts the same absence for several days: all of them or none.',
  access: approved('teacher', 'school_admin'),
  status: 201,
  creates: true,
  body: z.strictObject({
    ...absence,
    dates,
    /**
     * Consecutive school days are one job: a request takes all of them. If it is missing, each day can be taken alone.
     */
    asOneJob: z.optional(z.boolean()),
  }),
  reply: z.array(vacancy),
  errors: ['other_school', 'not_allowed', 'shift_not_offered', 'already_absent', 'too_many_requests'],
});

/**
 * How many of a school's approved substitutes an offer reaches, and why it doesn't reach the others. Each counts once.
 */
const reach = z.strictObject({
  of: z.int(),
  notified: z.int(),
  unavailable: z.int(),
  booked: z.int(),
  declined: z.int(),
  /** Those who lack the subject or grade that the class requires. Missing means none. */
  unqualified: z.optional(z.int()),
  /**
   * Whether job preferences were left out, because they are private and too few people were counted. With them,
   * the offer may reach fewer people.
   */
  mayBeFewer: z.boolean(),
});

export const previewReach = endpoint({
  call: 'POST /api/vacancies/reach',
  summary:
    "How many of the school's substitutes would be offered an absence, and why the others wouldn't. Posts nothing.",
  access: approved('teacher', 'school_admin'),
  body: z.strictObject({
    dates,
    ...times,
    grade: classFields.grade,
    subject: classFields.subject,
    needsSubject: z._default(z.boolean(), false),
    needsGrade: z._default(z.boolean(), false),
    /** Consecutive school days are one job, which is offered to those who are free on all of them. */
    asOneJob: z.optional(z.boolean()),
    /** Offers the absence only to these substitutes. Empty, null or missing means everyone. */
    among: z.optional(z.nullable(someIds)),
  }),
  /** One outcome for each date, or for each job, in their order. */
  reply: z.array(reach),
  errors: ['not_allowed', 'too_many_requests'],
});

export const getReach = endpoint({
  call: 'GET /api/vacancies/:id/reach',
  summary: "How many substitutes are offered an open vacancy now, and why the others aren't.",
  access: approved('teacher', 'school_admin'),
  reply: reach,
  errors: ['not_found', 'not_allowed', 'not_open', 'vacancy_gone', 'vacancy_over'],
});

export const previewFirst = endpoint({
  call: 'POST /api/vacancies/first-choices',
  summary:
    'Substitutes who could be offered an absence first, best match first, with reasons: the 10 best, and those of the chosen ones who fit. Posts nothing.',
  access: approved('teacher', 'school_admin'),
  body: z.strictObject({
    teacherId: z.optional(id),
    /** True if no teacher is absent. Only admins may send it. */
    isExtraHands: z.optional(z.boolean()),
    date,
    ...times,
    description: z.string().check(z.maxLength(vacancyLimits.title)),
    grade: classFields.grade,
    subject: classFields.subject,
    needsSubject: z._default(z.boolean(), false),
    needsGrade: z._default(z.boolean(), false),
    /** People who are already chosen. Those who fit are listed even below the best. */
    chosen: z._default(z.array(id).check(z.maxLength(mostFirst)), []),
  }),
  reply: z.array(
    z.strictObject({
      id,
      fullName: z.string(),
      profileImageUrl: z.nullable(z.string()),
      /** 'Taught this class 3 times · Knows the subject', or '' without a reason. */
      why: z.string(),
    }),
  ),
  errors: ['not_allowed', 'too_many_requests'],
});
