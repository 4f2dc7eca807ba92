import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, instant, paging, times } from '#contract/fields.ts';
import { leadTimes } from '#domain/report.ts';
import { shiftTypes } from '#domain/shift.ts';
import { isMonth } from '#domain/time.ts';
import { absenceReasons, vacancyStatuses } from '#domain/vacancy.ts';

const month = z
  .string()
  .check(z.refine((text) => isMonth(text), { error: 'Enter a month between 2000 and 2100 as YYYY-MM.' }));
/** The month of the report. The default is the school's current month. */
const ofMonth = { month: z.optional(month) };
const percent = z.nullable(z.number());

/** The vacancies of a day or month by status. */
const counts = { total: z.int(), open: z.int(), pending: z.int(), filled: z.int() };

const reportRow = z.strictObject({
  id,
  date,
  ...times,
  shiftType: z.enum(shiftTypes),
  teacherId: id,
  teacherName: z.string(),
  /** Null for extra hands: no teacher is absent, and `teacherName` is their contact. */
  absenceReason: z.nullable(z.enum(absenceReasons)),
  status: z.enum(vacancyStatuses),
  substituteName: z.nullable(z.string()),
  /** Whether the assigned substitute confirmed. It is null if no one is assigned. */
  confirmed: z.nullable(z.boolean()),
  /** Whether the assigned substitute was recorded as a no-show. */
  isNoShow: z.boolean(),
  /** The colleagues who cover every period of an open vacancy, by name. It is null unless they do. */
  coveredBy: z.nullable(z.array(z.string())),
});

export type ReportedVacancy = z.output<typeof reportRow>;

export const getVacancyReport = endpoint({
  call: 'GET /api/reports/vacancies',
  summary: "One month of vacancies at the caller's school: the figures, and one page of the table.",
  access: approved('school_admin'),
  fromStandby: true,
  query: z.strictObject({ ...ofMonth, ...paging }),
  paged: true,
  reply: z.strictObject({
    month,
    ...counts,
    /** How many filled vacancies no one has confirmed. */
    unconfirmed: z.int(),
    /** The number of filled vacancies whose substitute didn't come. */
    noShows: z.int(),
    /** The number of vacancies without an absent teacher. */
    extraHands: z.int(),
    /** The month's deleted vacancies. They aren't counted anywhere else. */
    deleted: z.int(),
    /** The percentage of filled vacancies, to one decimal. It is null if there are none. */
    fillRate: percent,
    /** The reasons with their percentage of all absences. */
    reasons: z.array(z.strictObject({ reason: z.enum(absenceReasons), count: z.int(), percent: z.number() })),
    /** Every day of the month, including days without vacancies. */
    days: z.array(z.strictObject({ date, ...counts })),
    rows: z.array(reportRow),
  }),
});

export const getTeacherReport = endpoint({
  call: 'GET /api/reports/teachers',
  summary: "One month of absences at the caller's school, by teacher.",
  access: approved('school_admin'),
  fromStandby: true,
  query: z.strictObject({ ...ofMonth }),
  reply: z.strictObject({
    month,
    staff: z.int(),
    teachersAbsent: z.int(),
    percentOfStaff: percent,
    /** Days per absent teacher to one decimal, with half days as 0.5. It is null if no one was absent. */
    averageDays: z.nullable(z.number()),
    /** The ten teachers with the most absence days. */
    top: z.array(
      z.strictObject({
        teacherId: id,
        name: z.string(),
        /** Full days as 1, half days as 0.5; a date counts at most 1. */
        days: z.number(),
        /** The total of the vacancies' times, to one decimal. */
        hours: z.number(),
        primaryReason: z.enum(absenceReasons),
      }),
    ),
  }),
});

export const getTrends = endpoint({
  call: 'GET /api/reports/trends',
  summary:
    "The caller's school over the last twelve months: how many vacancies were filled, by month and by lead time, and how fast.",
  access: approved('school_admin'),
  fromStandby: true,
  query: z.strictObject({ ...ofMonth }),
  reply: z.strictObject({
    /** The months may begin just before the years that can be requested. */
    months: z.array(z.strictObject({ month: z.string(), total: z.int(), filled: z.int(), fillRate: percent })),
    leadTimes: z.array(
      z.strictObject({ leadTime: z.enum(leadTimes), total: z.int(), filled: z.int(), fillRate: percent }),
    ),
    /** The median minutes from posting to the current fill. It is null if none is filled. */
    medianMinutesToFill: z.nullable(z.number()),
  }),
});

export const getMonthTotals = endpoint({
  call: 'GET /api/reports/month',
  summary: "One month of the caller's school in total: absence days, days covered, and substitutes' work so far.",
  access: approved('school_admin'),
  fromStandby: true,
  query: z.strictObject({ ...ofMonth }),
  reply: z.strictObject({
    month,
    /** Full days as 1, half days as 0.5; a date counts at most 1 for each teacher. Extra hands aren't absences. */
    absenceDays: z.number(),
    /** The absence days with a substitute who came or is booked, or with colleagues in every period. */
    coveredDays: z.number(),
    /** The periods that colleagues have covered. */
    coveredPeriods: z.int(),
    /**
     * The substitutes with hours in the month, their minutes and their pay, for classes that are over, as payroll
     * counts them.
     */
    substitutes: z.int(),
    minutes: z.int(),
    /** It is null if the school doesn't enter pay. */
    cents: z.nullable(z.int()),
  }),
});

const csv = {
  access: approved('school_admin'),
  fromStandby: true,
  query: z.strictObject({ ...ofMonth }),
  reply: z.any(),
  raw: 'text/csv; charset=utf-8',
} as const;

export const exportVacancyReport = endpoint({
  ...csv,
  call: 'GET /api/reports/vacancies.csv',
  summary: "One month of vacancies at the caller's school as a spreadsheet (CSV).",
});
export const exportTeacherReport = endpoint({
  ...csv,
  call: 'GET /api/reports/teachers.csv',
  summary: "One month's absent teachers as a spreadsheet (CSV).",
});
export const exportTrends = endpoint({
  ...csv,
  call: 'GET /api/reports/trends.csv',
  summary: 'The twelve months as a spreadsheet (CSV).',
});

export const getDashboard = endpoint({
  call: 'GET /api/dashboard',
  summary: "The caller's school at a glance: the counts of the cards.",
  access: approved('school_admin'),
  reply: z.strictObject({
    /** The school's current date. */
    today: date,
    openVacancies: z.int(),
    /**
     * Today's open vacancies that no colleagues cover, counted by their end. Those that are over weren't covered. A
     * process of an older version leaves it out.
     */
    openToday: z.optional(z.array(z.strictObject({ endsAt: instant, count: z.int() }))),
    pendingVacancies: z.int(),
    filledVacancies: z.int(),
    /** How many vacancies filled for today or later no one has confirmed. */
    unconfirmedVacancies: z.int(),
    approvedTeachers: z.int(),
    pendingTeachers: z.int(),
    approvedSubstitutes: z.int(),
    pendingSubstitutes: z.int(),
    /** Whether an administrator has decided if substitutes see the reason for an absence. */
    reasonDecided: z.boolean(),
  }),
});
