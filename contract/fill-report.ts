import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { countedDate, date, id, times } from '#contract/fields.ts';
import { fillTables } from '#domain/fill-report.ts';
import { leadTimes } from '#domain/report.ts';
import { absenceReasons } from '#domain/vacancy.ts';

/** The days of a report. The default is the last 90, and none is later than yesterday. */
const ofDays = { from: z.optional(date), to: z.optional(date) };

const fillRate = {
  total: z.int(),
  filled: z.int(),
  /** The percentage of filled classes to one decimal, with its 95% interval. It is null if there were no classes. */
  fillRate: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  /** Whether there are too few classes for the rate to mean anything yet. */
  isTooEarly: z.boolean(),
};
/** Weekdays count from 1, Monday, to 7, Sunday. Weekdays without classes are missing. */
const weekdays = z.array(z.strictObject({ weekday: z.int(), ...fillRate }));

const unfilledClass = z.strictObject({
  id,
  date,
  ...times,
  teacherId: id,
  teacherName: z.string(),
  /** Null for extra hands: no teacher is absent, and `teacherName` is their contact. */
  absenceReason: z.nullable(z.enum(absenceReasons)),
  description: z.string(),
  /** Whether colleagues covered every period of the class. No substitute took it in that case, either. */
  isCoveredInside: z.boolean(),
  /** Whether a substitute took it and didn't come. A process of an older version leaves it out. */
  isNoShow: z.optional(z.boolean()),
  /** How long before its start the class was posted. It is negative if the class was posted afterward. */
  minutesAhead: z.int(),
  /** How many people were notified of the class, opened it and declined it, among at most 1,000 people. */
  notified: z.int(),
  saw: z.int(),
  declined: z.int(),
  /** The number of requests that were rejected, withdrawn or never answered. */
  requests: z.int(),
});

export type UnfilledClass = z.output<typeof unfilledClass>;

export const getFillReport = endpoint({
  call: 'GET /api/schools/:id/fill',
  summary:
    "Shows how well a school's classes were filled, through yesterday: rates with their 95% intervals, the time it took, notifications, answers, and the latest unfilled classes.",
  access: approved('school_admin', 'overall_admin'),
  fromStandby: true,
  query: z.strictObject(ofDays),
  reply: z.strictObject({
    schoolName: z.string(),
    from: countedDate,
    to: date,
    all: z.strictObject(fillRate),
    leadTimes: z.array(z.strictObject({ leadTime: z.enum(leadTimes), ...fillRate })),
    weekdays,
    /**
     * Minutes from posting to the current fill: the median and the 90th percentile. It is null until enough classes
     * were filled.
     */
    timeToFill: z.strictObject({ fills: z.int(), median: z.nullable(z.number()), p90: z.nullable(z.number()) }),
    /** Emails, text messages and push notifications that offered the latest 100 classes. */
    messages: z.strictObject({
      classes: z.int(),
      filled: z.int(),
      sent: z.int(),
      /** It has one decimal. It is null if there are too few fills, or nothing was sent. */
      perFill: z.nullable(z.number()),
    }),
    /** How many of the people notified of those classes had opened and answered within each number of minutes. */
    answers: z.strictObject({
      notified: z.int(),
      isTooEarly: z.boolean(),
      points: z.array(z.strictObject({ minutes: z.int(), saw: z.int(), answered: z.int(), requested: z.int() })),
    }),
    unfilled: z.int(),
    /** The latest 50. */
    rows: z.array(unfilledClass),
  }),
  errors: ['not_found'],
});

export const exportFillReport = endpoint({
  call: 'GET /api/schools/:id/fill.csv',
  summary:
    'A table of the fill report as a spreadsheet (CSV): the rates, the unfilled classes, or each offer that went out in waves with its reasons and answer.',
  access: approved('school_admin', 'overall_admin'),
  fromStandby: true,
  query: z.strictObject({
    ...ofDays,
    /** The default is the rates. */
    table: z.optional(z.enum(fillTables)),
  }),
  reply: z.any(),
  raw: 'text/csv; charset=utf-8',
  errors: ['not_found'],
});

export const getFillBySchool = endpoint({
  call: 'GET /api/reports/fill-by-school',
  summary:
    "Shows how well all schools' classes were filled over at most 100 days, and the schools with the most unfilled classes.",
  access: approved('overall_admin'),
  fromStandby: true,
  query: z.strictObject(ofDays),
  reply: z.strictObject({
    from: countedDate,
    to: date,
    all: z.strictObject(fillRate),
    weekdays,
    /** How many schools had classes. */
    schools: z.int(),
    /** The 100 schools with the most unfilled classes. */
    rows: z.array(
      z.strictObject({
        id,
        name: z.string(),
        city: z.nullable(z.string()),
        state: z.nullable(z.string()),
        ...fillRate,
      }),
    ),
  }),
});

export const exportFillBySchool = endpoint({
  call: 'GET /api/reports/fill-by-school.csv',
  summary:
    'The fill rates of all schools that had classes in at most 100 days as a spreadsheet (CSV), those with the most unfilled classes first.',
  access: approved('overall_admin'),
  fromStandby: true,
  query: z.strictObject(ofDays),
  reply: z.any(),
  raw: 'text/csv; charset=utf-8',
});
