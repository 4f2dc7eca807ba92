import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, instant, optionalProse, prose } from '#contract/fields.ts';
import { classVerdicts, feedbackLimits, planVerdicts } from '#domain/feedback.ts';

/** A substitute's feedback on a class and its plans. */
const ofClass = z.strictObject({
  went: z.enum(classVerdicts),
  plans: z.enum(planVerdicts),
  words: z.nullable(z.string()),
});

/** A teacher's feedback on a substitute, and the substitute's answer. */
const ofSubstitute = {
  again: z.boolean(),
  words: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  /** Whether the teacher has changed their feedback since this answer. */
  answersEarlier: z.boolean(),
};

/** A covered class of the caller that is over, with the feedback they may read. */
const ownFeedback = z.strictObject({
  vacancyId: id,
  date,
  title: z.string(),
  teacherName: z.string(),
  substituteName: z.string(),
  /** Only the substitute gets this field. */
  ofClass: z.nullable(ofClass),
  ofSubstitute: z.nullable(z.strictObject({ ...ofSubstitute, saidAt: instant, countsFrom: instant })),
  /** The feedback that the caller may give now. */
  can: z.array(z.enum(['give', 'answer'])),
});
export type OwnFeedback = z.output<typeof ownFeedback>;

export const listOwnFeedback = endpoint({
  call: 'GET /api/feedback',
  summary:
    "The caller's covered classes of the last 30 days, and those of the last 12 months with feedback, latest first: at most 200.",
  access: approved('teacher', 'substitute'),
  reply: z.strictObject({
    /**
     * The class that a teacher's home asks about: their last one, for 14 days, unless they answered or dismissed it.
     */
    waiting: z.nullable(id),
    classes: z.array(ownFeedback),
  }),
});

const giving = [
  'not_found',
  'not_allowed',
  'vacancy_gone',
  'not_filled',
  'feedback_early',
  'feedback_closed',
  'feedback_no_show',
] as const;

export const reviewClass = endpoint({
  call: 'PUT /api/vacancies/:id/feedback/class',
  summary:
    "Saves the substitute's feedback on a class and its plans, for 30 days after the class. They can change it for 7 days. Administrators can read it.",
  access: approved('substitute'),
  body: z.strictObject({
    went: z.enum(classVerdicts),
    plans: z.enum(planVerdicts),
    words: optionalProse(feedbackLimits.words),
  }),
  errors: [...giving],
});

export const reviewSubstitute = endpoint({
  call: 'PUT /api/vacancies/:id/feedback/substitute',
  summary:
    'Saves whether the teacher wants this substitute again, within the same limits as `reviewClass`. The substitute is notified and can answer. Administrators can read it once it is answered, or 7 days later.',
  access: approved('teacher'),
  body: z.strictObject({ again: z.boolean(), words: optionalProse(feedbackLimits.words) }),
  errors: [...giving, 'too_many_requests'],
});

export const dismissFeedback = endpoint({
  call: 'PUT /api/vacancies/:id/feedback/dismissed',
  summary: "Stops asking for feedback on this class on the teacher's home.",
  access: approved('teacher'),
  errors: [...giving],
});

export const answerFeedback = endpoint({
  call: 'PUT /api/vacancies/:id/feedback/answer',
  summary:
    "Saves the substitute's answer to the teacher's feedback, which counts from then on. They can change it for 7 days.",
  access: approved('substitute'),
  body: z.strictObject({
    answer: prose(feedbackLimits.words, 'Enter your answer.'),
    /**
     * The `saidAt` of the feedback that the substitute read. The answer is refused if the teacher has changed it since.
     */
    saidAt: z.optional(z.string().check(z.maxLength(40))),
  }),
  errors: ['not_found', 'not_allowed', 'vacancy_gone', 'not_filled', 'feedback_closed', 'feedback_changed'],
});

export const getClassFeedback = endpoint({
  call: 'GET /api/vacancies/:id/feedback',
  summary: "The substitute's feedback on a class, and its teacher's feedback on the substitute once it counts.",
  access: approved('school_admin'),
  reply: z.strictObject({ ofClass: z.nullable(ofClass), ofSubstitute: z.nullable(z.strictObject(ofSubstitute)) }),
  errors: ['not_found', 'not_allowed'],
});

export const getFeedbackRecord = endpoint({
  call: 'GET /api/users/:id/feedback',
  summary:
    "The feedback on a substitute that counts, from teachers of the caller's school in the last 12 months, latest first.",
  access: approved('school_admin'),
  reply: z.strictObject({
    /** The number of teachers who would have them again, and of those who wouldn't. */
    again: z.int(),
    notAgain: z.int(),
    /** The latest 50 with a comment or an answer. */
    entries: z.array(
      z.strictObject({ ...ofSubstitute, vacancyId: id, date, title: z.string(), teacherName: z.string() }),
    ),
  }),
  errors: ['not_found', 'not_allowed'],
});
