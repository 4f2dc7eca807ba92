import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, instant, line, optionalProse, time } from '#contract/fields.ts';
import { bellLimits } from '#domain/bell.ts';
import { coverKinds, coverLimits, coverObstacles, coverStates } from '#domain/cover.ts';

const period = line(bellLimits.period, 'Choose a period.');
const size = z.nullable(
  z
    .int({ error: 'Enter the number of students.' })
    .check(z.gte(0), z.lte(coverLimits.size, { error: `Enter at most ${coverLimits.size} students.` })),
);

/** A colleague who was asked to take a period, or part of it. */
const cover = z.strictObject({
  id,
  colleagueId: id,
  colleagueName: z.string(),
  kind: z.enum(coverKinds),
  /** The colleague's share of the students if the class is split. */
  size,
  /** Names the room if it isn't the class's own. */
  room: z.nullable(z.string()),
  note: z.nullable(z.string()),
  state: z.enum(coverStates),
});

/** A period of an absence that needs a colleague. */
const neededPeriod = z.strictObject({
  vacancyId: id,
  teacherId: id,
  teacherName: z.string(),
  period: z.string(),
  start: time,
  end: time,
  title: z.string(),
  room: z.nullable(z.string()),
  size,
  isCovered: z.boolean(),
  /** Whether the period has ended. */
  isOver: z.boolean(),
  /** Colleagues who were asked, said yes or said no. */
  covers: z.array(cover),
  /**
   * The colleague the plan suggests. It is null if the period is covered, an answer is open, or the rules leave no one.
   */
  proposedId: z.nullable(id),
});

/** A colleague with their counts and the reason for each period that they can't take. */
const colleague = z.strictObject({
  id,
  fullName: z.string(),
  /** Periods covered this month and this school year. */
  month: z.int(),
  year: z.int(),
  isVolunteer: z.boolean(),
  /** The wanted periods that they can take, by the school's rules. */
  free: z.array(z.string()),
  /**
   * The wanted periods that they were asked to take that day and said no to. They are never suggested for these again.
   */
  saidNo: z.array(z.string()),
  /** The reasons why they can't take the other wanted periods. */
  obstacles: z.array(z.strictObject({ period: z.string(), obstacle: z.enum(coverObstacles) })),
  /** Whether the colleague is asked, or only notified. */
  isAsked: z.boolean(),
  /** A substitute who is booked that day and has a free period. Their counts are those of the day. */
  isSubstitute: z.boolean(),
});

export const getCoverPlan = endpoint({
  call: 'GET /api/cover/plan',
  summary: 'The periods of a day or a class that need a colleague, with a suggestion for each. Sends nothing.',
  access: approved('school_admin'),
  query: z.strictObject({
    date: z.optional(date),
    vacancyId: z.optional(
      z.pipe(
        z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, { error: 'This must be a positive whole number.' })),
        z.transform((text: string) => Number(text)),
      ),
    ),
  }),
  reply: z.strictObject({
    /** Whether the school has bell schedules. Without them, there are no periods. */
    isSetUp: z.boolean(),
    /** Whether anyone's periods are known. */
    hasTimetable: z.boolean(),
    date,
    /** The name of the day's bell schedule. It is null if the day has none. */
    schedule: z.nullable(z.string()),
    periods: z.array(neededPeriod),
    /** Teachers who have a timetable and substitutes who are booked for one of them, in the school's order. */
    colleagues: z.array(colleague),
  }),
  errors: ['not_found'],
});

const ask = z.strictObject({
  vacancyId: id,
  period,
  colleagueId: id,
  kind: z._default(z.enum(coverKinds), 'period'),
  size: z.optional(size),
  room: z.optional(z.nullable(line(coverLimits.room))),
  note: optionalProse(coverLimits.note),
});

export const sendCovers = endpoint({
  call: 'POST /api/cover',
  summary:
    'Asks colleagues to take periods, all or none. Several rows for one period split the class among them. Colleagues who chose not to be asked each time are only notified.',
  access: approved('school_admin'),
  creates: true,
  status: 201,
  body: z.strictObject({
    asks: z
      .array(ask)
      .check(
        z.minLength(1, { error: 'Choose at least one colleague.' }),
        z.maxLength(coverLimits.asks, { error: `Send at most ${coverLimits.asks} at once.` }),
      ),
  }),
  reply: z.strictObject({ asked: z.int(), told: z.int() }),
  errors: [
    'not_found',
    'vacancy_gone',
    'vacancy_over',
    'already_filled',
    'not_open',
    'cover_taken',
    'cover_not_free',
    'too_many_requests',
  ],
});

export const cancelCover = endpoint({
  call: 'DELETE /api/cover/:id',
  summary: 'Releases a colleague who was asked to take a period, or accepted it, until the period ends. Notifies them.',
  access: approved('school_admin'),
  errors: ['not_found', 'cover_settled'],
});

const ownCover = z.strictObject({
  id,
  state: z.enum(coverStates),
  schoolName: z.string(),
  timeZone: z.string(),
  date,
  period: z.string(),
  start: time,
  end: time,
  teacherName: z.string(),
  title: z.string(),
  room: z.nullable(z.string()),
  size,
  kind: z.enum(coverKinds),
  note: z.nullable(z.string()),
  askedAt: instant,
  can: z.array(z.enum(['yes', 'no'])),
});

export const listOwnCovers = endpoint({
  call: 'GET /api/own-cover',
  summary:
    "The caller's open and accepted covers from today on, at most 100. Includes a teacher's counts; those of a substitute are 0.",
  access: approved('teacher', 'substitute'),
  reply: z.strictObject({
    /** Whether the school uses cover by colleagues. For a substitute: whether they have any. */
    isOn: z.boolean(),
    month: z.int(),
    year: z.int(),
    covers: z.array(ownCover),
  }),
});

export const answerCover = endpoint({
  call: 'PUT /api/own-cover/:id/answer',
  summary: "Answers yes or no to a cover. A yes can become a no ('I can't after all') until the period begins.",
  access: approved('teacher', 'substitute'),
  body: z.strictObject({ answer: z.enum(['yes', 'no']) }),
  reply: ownCover,
  errors: ['not_found', 'cover_settled', 'too_many_requests'],
});

export const undoCoverAnswer = endpoint({
  call: 'POST /api/own-cover/:id/undo-answer',
  summary: "Undoes the caller's No within seconds, before the administrators are notified.",
  access: approved('teacher', 'substitute'),
  reply: ownCover,
  errors: ['not_found', 'undo_too_late'],
});

export const getCoverCounts = endpoint({
  call: 'GET /api/cover/counts',
  summary:
    'The number of periods that each teacher covered this month and this school year, most first. All staff can see it.',
  access: approved('teacher', 'school_admin'),
  fromStandby: true,
  reply: z.strictObject({
    people: z.array(z.strictObject({ id, fullName: z.string(), month: z.int(), year: z.int() })),
  }),
});
