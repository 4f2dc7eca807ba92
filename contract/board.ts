import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { countedDate, date, id, instant, times } from '#contract/fields.ts';
import { boardSections, nextSteps } from '#domain/board.ts';
import { vacancyActs } from '#domain/possible.ts';
import { shiftTypes } from '#domain/shift.ts';
import { absenceReasons, vacancyStatuses } from '#domain/vacancy.ts';

const countsOfDay = z.strictObject({
  date: countedDate,
  uncovered: z.int(),
  unconfirmed: z.int(),
  covered: z.int(),
});

/** One class of the day, as the front office sees it. */
const boardLine = z.strictObject({
  id,
  section: z.enum(boardSections),
  ...times,
  shiftType: z.enum(shiftTypes),
  description: z.string(),
  /** The room of the class, or the one named in the title or notes: 'Room 12'. */
  room: z.nullable(z.string()),
  teacherId: id,
  teacherName: z.string(),
  /** Null for extra hands: no teacher is absent, and `teacherName` is their contact. */
  absenceReason: z.nullable(z.enum(absenceReasons)),
  status: z.enum(vacancyStatuses),
  isUrgent: z.boolean(),
  /** The assigned or requesting substitute. */
  substitute: z.nullable(
    z.strictObject({
      id,
      fullName: z.string(),
      phone: z.nullable(z.string()),
      profileImageUrl: z.nullable(z.string()),
    }),
  ),
  /** It is null if no one is assigned, or the assigned substitute is a no-show. */
  confirmed: z.nullable(z.boolean()),
  /**
   * How colleagues cover a class without a substitute: its periods, how many of them are covered, how many answers are
   * open, and who covers. It is null if no colleague was asked.
   */
  inside: z.nullable(
    z.strictObject({ periods: z.int(), covered: z.int(), asked: z.int(), people: z.array(z.string()) }),
  ),
  /**
   * How many substitutes were notified, saw it and declined, and how many of those whom a channel reached haven't
   * declined; up to 2,000 of each. It is null once it is filled.
   */
  tried: z.nullable(
    z.strictObject({
      notified: z.int(),
      saw: z.int(),
      declined: z.int(),
      /** The reasons of those who declined: '2 distance'. It is null if no one gave one. */
      whyDeclined: z.nullable(z.string()),
      waiting: z.int(),
      /** Those whom no channel reached, and who haven't declined. Missing means none. */
      undelivered: z.optional(z.int()),
      /**
       * How many of those who haven't declined or seen it have an offer that no channel could send so far. Missing
       * means none.
       */
      unsent: z.optional(z.int()),
    }),
  ),
  /** The waves of offers still to come for an open class. It is null if there are none. */
  waves: z.nullable(
    z.strictObject({
      /** When the next wave goes out, and to how many people. It is null while the waves are paused. */
      nextAt: z.nullable(instant),
      nextSize: z.nullable(z.int()),
      /** When everyone who fits is notified. */
      everyoneAt: z.nullable(instant),
      isPaused: z.boolean(),
    }),
  ),
  /** The next action of the front office, or the event that it waits for. It is null if there is nothing to do. */
  next: z.nullable(z.enum(nextSteps)),
  /** No one has been notified, because no substitute fits and is free. The offers look again before the start. */
  looksAgain: z.optional(z.boolean()),
  /** The reader's permitted actions now. */
  can: z.array(z.enum(vacancyActs)),
});

export const getBoard = endpoint({
  call: 'GET /api/board',
  summary:
    "One day's classes of the caller's school: uncovered, then unconfirmed, then covered ones, at most 500; and the counts of each day of its week.",
  access: approved('school_admin'),
  query: z.strictObject({ date: z.optional(date) }),
  reply: z.strictObject({
    /** The school's current date. */
    today: date,
    date,
    timeZone: z.string(),
    /**
     * The day on which the board opens: today, or the next school day if there is neither school nor a class today. A
     * process of an older version leaves it out.
     */
    opensOn: z.optional(date),
    /** The reason in the school's calendar if it is closed on that day. It is null on other days. */
    closed: z.nullable(z.string()),
    /** Whether the school uses cover by colleagues. */
    usesCover: z.boolean(),
    /** The seven days of `date`'s week, from Monday. */
    week: z.array(countsOfDay),
    /**
     * The next day with classes, if `date` has none and isn't in the past: on a Sunday, usually Monday. Otherwise it is
     * null.
     */
    nextDay: z.nullable(countsOfDay),
    lines: z.array(boardLine),
  }),
});
