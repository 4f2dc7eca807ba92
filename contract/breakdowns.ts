import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { countedDate, date } from '#contract/fields.ts';
import { breakdownReports, breakdowns } from '#domain/breakdowns.ts';

/** The days of a report. The default is the last 90, and none is later than yesterday. */
const ofDays = { from: z.optional(date), to: z.optional(date) };

export const getBreakdowns = endpoint({
  call: 'GET /api/reports/breakdowns',
  summary:
    "A report on the caller's school over at most 400 days, as tables: absences; cancellations and no-shows; uncovered hours; or substitutes.",
  access: approved('school_admin'),
  fromStandby: true,
  query: z.strictObject({
    ...ofDays,
    /** The default is the absences. */
    report: z.optional(z.enum(breakdownReports)),
  }),
  reply: z.strictObject({
    from: countedDate,
    to: date,
    tables: z.array(
      z.strictObject({
        table: z.enum(breakdowns),
        /** How many rows there are. */
        found: z.int(),
        /** The first 100 rows, highest value first. */
        rows: z.array(
          z.strictObject({
            /**
             * A weekday from 1, Monday, an hour of the day, a reason, a grade, a department or subject in lower case,
             * or a person's id.
             */
            key: z.string(),
            name: z.string(),
            /**
             * Days with halves, minutes, counts, percentages to one decimal, or dates, as domain/breakdowns.ts says.
             */
            values: z.array(z.nullable(z.union([z.number(), date]))),
          }),
        ),
      }),
    ),
  }),
});

export const exportBreakdown = endpoint({
  call: 'GET /api/reports/breakdown.csv',
  summary: "One table of a report on the caller's school as a spreadsheet (CSV), with every row.",
  access: approved('school_admin'),
  fromStandby: true,
  query: z.strictObject({
    ...ofDays,
    /** The default is the absences by weekday. */
    table: z.optional(z.enum(breakdowns)),
  }),
  reply: z.any(),
  raw: 'text/csv; charset=utf-8',
});
