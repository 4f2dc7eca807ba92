import * as z from 'zod/mini';
import { approved, approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import { date, flagText, id, idText, instant, paging, search, time, times } from '#contract/fields.ts';
import { grades } from '#domain/grade.ts';
import { clashKinds } from '#domain/clash-kinds.ts';
import { vacancyActs } from '#domain/possible.ts';
import { shiftTypes } from '#domain/shift.ts';
import { absenceReasons, vacancyStatuses } from '#domain/vacancy.ts';

/** The requesting or assigned substitute, as the teacher and the school's admins see them. */
export const coveringPerson = z.strictObject({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  qualifications: z.nullable(z.string()),
  preferredSubjects: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  resumeUrl: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** How often the substitute has covered at this school. */
  timesHere: z.int(),
});

export type CoveringPerson = z.output<typeof coveringPerson>;

/** The multi-day job that the vacancy belongs to. */
const job = z.strictObject({
  /** The dates of all its days, in order. */
  dates: z.array(date),
  /** 'Part of a 3-day job, Mon, Nov 30 to Wed, Dec 2'. */
  sentence: z.string(),
  /**
   * The days that a request, an answer, an assignment or a release applies to: '3 days, Mon, Nov 30 to Wed, Dec 2'. It
   * is null if it is only this one.
   */
  together: z.nullable(z.string()),
});

/** The reading substitute's conflict with the vacancy. Only another assignment rules out a request. */
const clash = z.strictObject({ kind: z.enum(clashKinds), sentence: z.string() });

/** The progress of the waves of offers. */
const offersInWaves = z.strictObject({
  offered: z.int(),
  /** How many of them no channel could send so far: the provider or quiet hours hold them. Missing means none. */
  unsent: z.optional(z.int()),
  saw: z.int(),
  declined: z.int(),
  /** The reasons of those who declined: '2 distance'. It is null if no one gave one. */
  whyDeclined: z.nullable(z.string()),
  /** When the next wave is due. It is null if the waves are paused or everyone was notified. */
  nextAt: z.nullable(instant),
  /** The number of people the dispatch will notify if no one answers first. */
  nextSize: z.nullable(z.int()),
  /** When everyone who fits will be notified if no one takes the vacancy first. */
  everyoneAt: z.nullable(instant),
  isPaused: z.boolean(),
});

export const vacancy = z.strictObject({
  id,
  schoolId: id,
  schoolName: z.string(),
  schoolAddress: z.string(),
  /** The front office's phone, for the substitute who is booked. */
  schoolPhone: z.optional(z.nullable(z.string())),
  /** Where to park and how to enter. It is only for substitutes, and missing if the school says nothing. */
  schoolParking: z.optional(z.string()),
  /** The pay: '$175.00 for a full day'. It is only for substitutes, and missing if the school has no rates. */
  pay: z.optional(z.string()),
  /**
   * Names the other classes that the booked substitute covers in free periods: 'You also cover period 3 in Room 12.' It
   * is null if they were only asked, and missing if they weren't or for anyone else.
   */
  alsoCovers: z.optional(z.nullable(z.string())),
  /** When the substitute reports to the front office. It is only for substitutes. */
  reportTime: z.optional(time),
  timeZone: z.string(),
  /** The absent teacher. For extra hands, it is their contact in the front office. */
  teacherId: id,
  teacherName: z.string(),
  /** It is only for extra hands: a job without an absent teacher, posted by the front office. */
  isExtraHands: z.optional(z.literal(true)),
  date,
  ...times,
  shiftType: z.enum(shiftTypes),
  /** Whether the vacancy's times differ from those that the school has set for the shift. */
  hasCustomTimes: z.boolean(),
  description: z.string(),
  grade: z.nullable(z.enum(grades)),
  subject: z.nullable(z.string()),
  room: z.nullable(z.string()),
  /** The vacancy is offered only to substitutes who know its subject. It is only for staff. */
  needsSubject: z.optional(z.boolean()),
  /** The vacancy is offered only to substitutes who teach its grade. It is only for staff. */
  needsGrade: z.optional(z.boolean()),
  /** The facts that the title doesn't name: 'Grade 4 · Room 12'. It is '' if there are none. */
  classInWords: z.string(),
  /** It is null for extra hands, and for substitutes if the school hides the reason from them. */
  absenceReason: z.nullable(z.enum(absenceReasons)),
  /** It is null for readers who may not see the lesson plans. */
  googleDocLink: z.nullable(z.string()),
  /**
   * The files with the plans. It is only for the teacher and the school's admins; `getPlans` has them for the
   * substitute.
   */
  planFileIds: z.optional(z.array(z.string())),
  mayNeedChanges: z.boolean(),
  /** The teacher's notes. The author of the request and those who decide on it also get '… [Added by substitute]'. */
  additionalNotes: z.string(),
  status: z.enum(vacancyStatuses),
  substituteId: z.nullable(id),
  substitute: z.nullable(coveringPerson),
  requestedById: z.nullable(id),
  requestedAt: z.nullable(instant),
  requester: z.nullable(coveringPerson),
  /** It is false until an assigned substitute answers 'Confirm'. It is null if no confirmation is needed. */
  confirmed: z.nullable(z.boolean()),
  /**
   * The time until which the booked substitute can undo their own request without a reason. It is missing for anyone
   * else, and later.
   */
  undoUntil: z.optional(instant),
  /** The school recorded that the booked substitute didn't come. Only they and staff can see it. */
  noShow: z.optional(z.literal(true)),
  isUrgent: z.boolean(),
  bookFirst: z.boolean(),
  targetSubstituteIds: z.nullable(z.array(id)),
  notificationPreferences: z.nullable(z.strictObject({ sendEmail: z.boolean(), sendSMS: z.boolean() })),
  declined: z.boolean(),
  /** The conflict of a substitute who reads an open vacancy, or null. */
  clash: z.nullable(clash),
  /** It is only for substitutes: their other requests for that time, and what will happen to them. */
  requestOverlap: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
  /** Incremented by every edit. It is only for the teacher and the school's admins. */
  version: z.optional(z.int()),
  /**
   * Tells staff the progress of the offer waves. It is null if the vacancy isn't offered in waves or is no longer open.
   */
  offers: z.optional(z.nullable(offersInWaves)),
  /** Tells staff the colleagues who cover every period of this open vacancy, by name. It is null unless they do. */
  coveredBy: z.optional(z.nullable(z.array(z.string()))),
  /** It is set only if the vacancy is a day of a job with other days. */
  job: z.optional(job),
  /** The caller's permitted actions now. Screens show only these. */
  can: z.array(z.enum(vacancyActs)),
});
export type Vacancy = z.output<typeof vacancy>;

export const listVacancies = endpoint({
  call: 'GET /api/vacancies',
  summary:
    "Vacancies by date, with open and urgent ones first within a day. A teacher sees their own, an admin the school's, a substitute their own and the open ones at their selected schools.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin'),
  query: z.strictObject({
    status: z.optional(z.enum(vacancyStatuses)),
    from: z.optional(date),
    to: z.optional(date),
    /** Limits the list to vacancies dated today or later, by each school's own date. */
    upcoming: z.optional(flagText),
    /** Limits the list to vacancies dated before today, by each school's own date. */
    past: z.optional(flagText),
    shiftType: z.optional(z.enum(shiftTypes)),
    schoolId: z.optional(idText),
    search,
    /** Limits the list to vacancies that the calling substitute covers or has requested. */
    mine: z.optional(flagText),
    /** Limits the list to vacancies that the calling substitute declined. */
    declined: z.optional(flagText),
    /** Limits the list to open vacancies that fit the calling substitute's availability. */
    fits: z.optional(flagText),
    order: z.optional(z.enum(['soonest', 'latest'])),
    ...paging,
  }),
  paged: true,
  reply: z.array(vacancy),
});

export const countVacancies = endpoint({
  call: 'GET /api/vacancies/counts',
  summary:
    "The teacher's own absences on all dates, by reason and in total, and the count of each tab of My Vacancies.",
  access: approved('teacher'),
  reply: z.strictObject({
    byReason: z.record(z.enum(absenceReasons), z.int()),
    total: z.int(),
    /** Limits the list to requested and open vacancies, dated today or later by the school's date. */
    pending: z.int(),
    open: z.int(),
    /** Limits the list to filled vacancies, on any date. */
    filled: z.int(),
  }),
});

export const getVacancy = endpoint({
  call: 'GET /api/vacancies/:id',
  summary:
    'One vacancy that the caller may see. A substitute who could have seen it while it was open gets 409, which says what happened to it.',
  access: approved('teacher', 'substitute', 'school_admin'),
  reply: vacancy,
  errors: ['not_found', 'vacancy_gone', 'vacancy_over', 'already_requested', 'already_filled', 'school_inactive'],
});
