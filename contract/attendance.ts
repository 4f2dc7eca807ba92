import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, instant, optionalProse, prose, time, times } from '#contract/fields.ts';
import { attendanceActs, attendanceLimits, attendanceStates, attendanceWays } from '#domain/attendance.ts';

/** The attendance of one substitute at one class. */
const attendance = z.strictObject({
  state: z.enum(attendanceStates),
  arrivedAt: z.nullable(instant),
  leftAt: z.nullable(instant),
  /** Minutes after the start of the class. It is null if they weren't late. */
  minutesLate: z.nullable(z.int()),
  recordedHow: z.enum(attendanceWays),
  recordedBy: z.string(),
  recordedAt: instant,
  /** The office's note. The substitute can read it, too. */
  note: z.nullable(z.string()),
  /** The substitute's answer to this record. */
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(instant),
  version: z.int(),
});
export type AttendanceReply = z.output<typeof attendance>;

/** A class of the day whose substitute is booked, or didn't come. */
const attendedClass = z.strictObject({
  vacancyId: id,
  /** The booked substitute. It is null if the class has no one now. */
  substituteId: z.nullable(id),
  substituteName: z.nullable(z.string()),
  /** When the substitute reports to the office. */
  reportTime: time,
  /** The substitute is due, and nothing is recorded yet. */
  isMissing: z.boolean(),
  /** The attendance of the booked substitute. */
  attendance: z.nullable(attendance),
  /** Substitutes who were booked, didn't come and were released. */
  noShows: z.array(z.string()),
  /** Whether the booked substitute, a no-show, can be released, so that the class is offered again. */
  canOfferAgain: z.boolean(),
  /** The records that the caller may make now. */
  can: z.array(z.enum(attendanceActs)),
});
export type AttendedClassReply = z.output<typeof attendedClass>;

export const getAttendanceOfDay = endpoint({
  call: 'GET /api/attendance',
  summary: "The attendance at the caller's school on one day.",
  access: approved('school_admin'),
  query: z.strictObject({ date: z.optional(date) }),
  reply: z.strictObject({
    date,
    /** When the passing of time next changes the result of the rules. It is null if it never does. */
    changesAt: z.nullable(instant),
    classes: z.array(attendedClass),
  }),
});

export const recordAttendance = endpoint({
  call: 'PUT /api/vacancies/:id/attendance',
  summary: 'Records or corrects who came, or removes the record. A no-show notifies the substitute, who can answer it.',
  access: approved('school_admin'),
  body: z.strictObject({
    act: z.enum(attendanceActs),
    /** With `late`, the minutes after the start. If left out, they have just arrived. */
    minutes: z.optional(z.int().check(z.gte(1), z.lte(1440))),
    /** With `left`, the time at the school. If left out, they are leaving now. */
    at: z.optional(time),
    note: optionalProse(attendanceLimits.note),
    /** The person whose record it is. The default is the booked substitute. Anyone else's can only be removed. */
    substituteId: z.optional(id),
    /** The version of the record that the caller saw; 0 for none. With another one, the call fails. */
    version: z.optional(z.int().check(z.gte(0))),
  }),
  reply: attendedClass,
  errors: [
    'not_found',
    'not_allowed',
    'vacancy_gone',
    'not_filled',
    'attendance_early',
    'attendance_closed',
    'attendance_changed',
    'attendance_minutes',
    'attendance_left',
  ],
});

export const getSignInCode = endpoint({
  call: 'GET /api/attendance/code',
  summary: "The code of the day for the front office's screen. Substitutes sign in with it.",
  access: approved('school_admin'),
  reply: z.strictObject({ date, code: z.string() }),
  errors: ['not_found'],
});

/** A class of the calling substitute, with the school's record. */
const ownAttendance = z.strictObject({
  vacancyId: id,
  date,
  ...times,
  title: z.string(),
  schoolName: z.string(),
  teacherName: z.string(),
  timeZone: z.string(),
  reportTime: time,
  attendance: z.nullable(attendance),
  /** Whether the front office's code works now. */
  canSignIn: z.boolean(),
  canAnswer: z.boolean(),
});
export type OwnAttendance = z.output<typeof ownAttendance>;

export const listOwnAttendance = endpoint({
  call: 'GET /api/attendance/own',
  summary: "The calling substitute's classes of today, and what schools recorded in the last 12 months, latest first.",
  access: approved('substitute'),
  reply: z.array(ownAttendance),
});

export const signInAtSchool = endpoint({
  call: 'POST /api/vacancies/:id/sign-in',
  summary: "The booked substitute signs in with the code on the front office's screen.",
  access: approved('substitute'),
  body: z.strictObject({
    code: z
      .string({ error: 'Enter the 6 digits from the office’s screen.' })
      .check(z.trim(), z.regex(/^\d{3} ?\d{3}$/, { error: 'Enter the 6 digits from the office’s screen.' })),
  }),
  reply: ownAttendance,
  errors: [
    'not_found',
    'not_allowed',
    'vacancy_gone',
    'vacancy_over',
    'not_filled',
    'not_yours',
    'attendance_early',
    'too_many_requests',
  ],
});

export const answerAttendance = endpoint({
  call: 'PUT /api/vacancies/:id/attendance/answer',
  summary:
    "Saves the substitute's account of what happened, which the school reads with the record. An empty text removes it.",
  access: approved('substitute'),
  body: z.strictObject({ answer: prose(attendanceLimits.answer) }),
  reply: ownAttendance,
  errors: ['not_found', 'too_many_requests'],
});

export const getAttendanceRecord = endpoint({
  call: 'GET /api/users/:id/attendance',
  summary: "A substitute's no-shows and late arrivals at the caller's school in the last 12 months, latest first.",
  access: approved('school_admin'),
  reply: z.strictObject({
    noShows: z.int(),
    late: z.int(),
    /** The latest no-shows and late arrivals. */
    entries: z.array(
      z.strictObject({
        vacancyId: id,
        date,
        title: z.string(),
        teacherName: z.string(),
        attendance,
        /** Whether the record can still be removed. */
        canRemove: z.boolean(),
      }),
    ),
  }),
  errors: ['not_found', 'not_allowed'],
});
