import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import {
  countedDate,
  date,
  id,
  instant,
  line,
  optionalLine,
  optionalProse,
  paging,
  search,
  time,
} from '#contract/fields.ts';
import { exportFields, exportShapes } from '#domain/hours-export.ts';
import { hourAnswers, hourLimits, hourProblems } from '#domain/hours.ts';
import { payPeriodKinds } from '#domain/pay-period.ts';
import { latePays, payKinds, payLimits, payUnits } from '#domain/pay.ts';

const span = z.strictObject({ from: countedDate, to: countedDate });
const totals = z.strictObject({ lines: z.int(), people: z.int(), minutes: z.int(), units: z.int(), cents: z.int() });

/** The id of a line: that of its vacancy ('v12') or, without one, its own ('w7'). */
const lineKey = z.string().check(z.regex(/^[vw][1-9][0-9]{0,15}$/, { error: 'This does not name a line.' }));

/** The version of the line that the caller read. It is 0 if no one has entered or decided anything. */
const lineVersion = z.int({ error: "This must be a line's version number." }).check(z.gte(0));

const minutesOf = (maximum: number) =>
  z
    .int({ error: `Enter whole minutes from 0 to ${maximum}.` })
    .check(
      z.gte(0, { error: `Enter whole minutes from 0 to ${maximum}.` }),
      z.lte(maximum, { error: `Enter whole minutes from 0 to ${maximum}.` }),
    );
const cents = z
  .int({ error: 'Enter an amount such as 185.00.' })
  .check(
    z.gte(0, { error: 'Enter an amount such as 185.00.' }),
    z.lte(payLimits.cents, { error: 'Enter at most $10,000.' }),
  );
const code = line(payLimits.code);

/**
 * One line of a pay period. Times are the school's. `units` are half days, minutes or class periods, by the school's
 * unit.
 */
const hourLine = z.strictObject({
  key: lineKey,
  vacancyId: z.nullable(id),
  substituteId: id,
  substituteName: z.string(),
  employeeId: z.nullable(z.string()),
  teacherName: z.nullable(z.string()),
  title: z.nullable(z.string()),
  date,
  /** The times of the vacancy. It is null if there is none. */
  planned: z.nullable(z.strictObject({ start: time, end: time })),
  start: z.nullable(time),
  end: z.nullable(time),
  breakMinutes: z.int(),
  /** Whether an administrator entered these times. */
  isEntered: z.boolean(),
  kind: z.enum(payKinds),
  payCode: z.string(),
  accountCode: z.string(),
  minutes: z.int(),
  units: z.int(),
  cents: z.int(),
  state: z.enum(['open', 'approved', 'locked']),
  problems: z.array(z.enum(hourProblems)),
  /** If a locked line would now pay a different amount, the difference that corrections haven't settled yet. */
  difference: z.nullable(z.strictObject({ minutes: z.int(), units: z.int(), cents: z.int() })),
  answer: z.nullable(z.enum(hourAnswers)),
  words: z.nullable(z.string()),
  note: z.nullable(z.string()),
  approvedAt: z.nullable(instant),
  approvedBy: z.nullable(z.string()),
  version: lineVersion,
});

export const hourFilters = ['all', 'exceptions', 'open', 'approved'] as const;

export const getHours = endpoint({
  call: 'GET /api/hours',
  summary: "A pay period of the caller's school: totals, and one page of its worked days with exceptions first.",
  access: approved('school_admin'),
  query: z.strictObject({
    /** A day of the period. The default is today. */
    date: z.optional(date),
    show: z.optional(z.enum(hourFilters)),
    search,
    ...paging,
  }),
  paged: true,
  reply: z.strictObject({
    today: date,
    period: span,
    previous: span,
    next: span,
    locked: z.nullable(z.strictObject({ at: instant, by: z.string() })),
    /** Whether the period before has lines and waits to be locked. */
    previousWaits: z.boolean(),
    /** Whether the period has ended, so that it can be locked. */
    isOver: z.boolean(),
    unit: z.enum(payUnits),
    hasMoney: z.boolean(),
    totals,
    approved: totals,
    /** How many lines have an exception, and how many without one wait for approval. */
    exceptions: z.int(),
    ready: z.int(),
    /** How many lines fit the filter and the search. */
    found: z.int(),
    rows: z.array(hourLine),
  }),
});

export const getDueCorrections = endpoint({
  call: 'GET /api/hours/corrections-due',
  summary:
    'The last three locked pay periods with lines that would now pay a different amount and that no correction has settled, latest first.',
  access: approved('school_admin'),
  reply: z.array(z.strictObject({ period: span, lines: z.int() })),
});

const seenLine = z.strictObject({
  key: lineKey,
  version: lineVersion,
  /** The pay that the line showed. The approval is refused if it has changed. */
  minutes: z.int(),
  cents: z.int(),
});

export const approveHours = endpoint({
  call: 'POST /api/hours/approve',
  summary: "Approves lines of the caller's school as they were shown. All or none.",
  access: approved('school_admin'),
  body: z.strictObject({
    lines: z
      .array(seenLine)
      .check(
        z.minLength(1, { error: 'Choose at least one line.' }),
        z.maxLength(500, { error: 'Choose at most 500 lines.' }),
      ),
  }),
  reply: z.strictObject({ approved: z.int() }),
  errors: ['not_found', 'conflict'],
});

export const approveAllHours = endpoint({
  call: 'POST /api/hours/approve-all',
  summary: 'Approves every line of a pay period that has no exception.',
  access: approved('school_admin'),
  body: z.strictObject({ date }),
  reply: z.strictObject({
    approved: z.int(),
    /** The number of lines that still wait because of an exception. */
    left: z.int(),
  }),
  errors: ['period_locked'],
});

export const editHours = endpoint({
  call: 'PUT /api/hours/lines/:key',
  summary:
    'Enters the times of a worked day, or restores the planned and recorded ones. The day then needs approval again.',
  access: approved('school_admin'),
  params: z.strictObject({ key: lineKey }),
  body: z.strictObject({
    version: lineVersion,
    times: z.nullable(z.strictObject({ start: time, end: time, breakMinutes: minutesOf(600) })),
    accountCode: z.nullable(code),
    note: optionalProse(hourLimits.note),
    /** The substitute's number in the payroll system, saved with the times. Null removes it. Without it, it stays. */
    employeeId: z.optional(z.nullable(line(hourLimits.employeeId))),
  }),
  errors: ['not_found', 'conflict', 'period_locked'],
});

export const correctHours = endpoint({
  call: 'POST /api/hours/corrections',
  summary: 'Corrects a line of a locked period with an entry in the first open one.',
  access: approved('school_admin'),
  body: z.strictObject({
    key: lineKey,
    minutes: z.int().check(z.gte(-1440), z.lte(1440)),
    units: z.int().check(z.gte(-1440), z.lte(1440)),
    cents: z
      .int({ error: 'Enter an amount such as 185.00.' })
      .check(z.gte(-payLimits.cents), z.lte(payLimits.cents, { error: 'Enter at most $10,000.' })),
    note: line(hourLimits.note, 'Say what was wrong.'),
  }),
  creates: true,
  status: 201,
  reply: z.strictObject({ key: lineKey, date }),
  errors: ['not_found', 'not_locked'],
});

export const removeCorrection = endpoint({
  call: 'DELETE /api/hours/corrections/:key',
  summary: 'Removes a correction of an open period.',
  access: approved('school_admin'),
  params: z.strictObject({ key: lineKey }),
  errors: ['not_found', 'period_locked'],
});

export const lockHours = endpoint({
  call: 'POST /api/hours/lock',
  summary: 'Locks a pay period that is over and approved. Its lines never change again.',
  access: approved('school_admin'),
  body: z.strictObject({
    from: date,
    to: date,
    /** The totals that were shown. Locking is refused if they have changed. */
    lines: z.int(),
    minutes: z.int(),
    cents: z.int(),
  }),
  errors: ['conflict', 'period_locked', 'period_not_ready'],
});

const exportMap = z.strictObject({
  shape: z.enum(exportShapes),
  columns: z
    .array(z.strictObject({ field: z.enum(exportFields), heading: line(60, 'Enter a heading.') }))
    .check(z.minLength(1, { error: 'Choose at least one column.' }), z.maxLength(exportFields.length)),
});

const paySettings = z.strictObject({
  period: z.enum(payPeriodKinds),
  periodAnchor: date,
  unit: z.enum(payUnits),
  regularCents: z.nullable(cents),
  longTermCents: z.nullable(cents),
  halfDayCents: z.nullable(cents),
  fullDayMinutes: minutesOf(1440),
  minimumMinutes: minutesOf(1440),
  roundMinutes: z
    .int()
    .check(z.gte(1, { error: 'Enter 1 to 60 minutes.' }), z.lte(60, { error: 'Enter 1 to 60 minutes.' })),
  periodMinutes: z
    .int()
    .check(z.gte(10, { error: 'Enter 10 to 240 minutes.' }), z.lte(240, { error: 'Enter 10 to 240 minutes.' })),
  breakMinutes: minutesOf(240),
  breakFromMinutes: minutesOf(1440),
  longDayMinutes: minutesOf(1440),
  differsMinutes: minutesOf(240),
  longTermDays: z.nullable(
    z
      .int()
      .check(
        z.gte(1, { error: `Enter 1 to ${payLimits.longTermDays} days.` }),
        z.lte(payLimits.longTermDays, { error: `Enter 1 to ${payLimits.longTermDays} days.` }),
      ),
  ),
  longTermRetroactive: z.boolean(),
  longTermGapDays: z
    .int()
    .check(z.gte(0), z.lte(payLimits.gapDays, { error: `Enter 0 to ${payLimits.gapDays} days.` })),
  lateMinutes: z.nullable(minutesOf(10_080)),
  latePays: z.enum(latePays),
  regularCode: code,
  longTermCode: code,
  lateCode: code,
  accountCode: code,
});

const settingsReply = z.strictObject({
  settings: paySettings,
  export: exportMap,
  /** It is 0 for a school that has never saved them. */
  version: z.int(),
});

export const getPaySettings = endpoint({
  call: 'GET /api/hours/settings',
  summary: "The pay settings of the caller's school, and the columns of its payroll file.",
  access: approved('school_admin'),
  reply: settingsReply,
});

export const putPaySettings = endpoint({
  call: 'PUT /api/hours/settings',
  summary: 'Sets how the school pays, or the columns of its payroll file. Approved lines keep their pay.',
  access: approved('school_admin'),
  body: z.strictObject({
    version: z.int().check(z.gte(0)),
    settings: z.optional(paySettings),
    export: z.optional(exportMap),
  }),
  reply: settingsReply,
  errors: ['conflict'],
});

export const exportHours = endpoint({
  call: 'GET /api/hours.csv',
  summary: "The approved lines of a pay period in the columns of the school's payroll file (CSV).",
  access: approved('school_admin'),
  query: z.strictObject({ date: z.optional(date) }),
  reply: z.any(),
  raw: 'text/csv; charset=utf-8',
});

export const exportHoursSummary = endpoint({
  call: 'GET /api/hours.pdf',
  summary:
    "A printable summary (PDF) of a pay period's approved lines: totals by substitute, by pay code, and of the periods that colleagues covered.",
  access: approved('school_admin'),
  query: z.strictObject({ date: z.optional(date) }),
  reply: z.any(),
  raw: 'application/pdf',
});

export const putEmployeeId = endpoint({
  call: 'PUT /api/users/:id/employee-id',
  summary:
    "Sets a substitute's or teacher's number in the payroll system of the caller's school. An empty value removes it.",
  access: approved('school_admin'),
  body: z.strictObject({ employeeId: optionalLine(hourLimits.employeeId) }),
  errors: ['not_found'],
});

export const importEmployeeIds = endpoint({
  call: 'POST /api/employee-ids/import',
  summary:
    "Reads the numbers of substitutes and teachers in the payroll system (CSV) and reports every error. Stores them only if there are none and `save` is true. People who aren't in the file keep theirs.",
  access: approved('school_admin'),
  body: z.strictObject({ csv: z.string().check(z.maxLength(1_000_000)), save: z.boolean() }),
  bodyLimit: 2_000_000,
  reply: z.strictObject({
    /** How many people get a number that they don't have yet. */
    changed: z.int(),
    people: z.int(),
    /** Each row of the file that has a problem, by its number in a spreadsheet. */
    problems: z.array(z.strictObject({ row: z.int(), sentence: z.string() })),
    isSaved: z.boolean(),
  }),
});

export const listOwnHours = endpoint({
  call: 'GET /api/own-hours',
  summary: "The caller's worked days in the pay periods that contain a date, by school.",
  access: approved('substitute'),
  query: z.strictObject({ date: z.optional(date) }),
  reply: z.strictObject({
    /** A day in the previous pay periods, and one in the next. */
    previous: countedDate,
    next: z.nullable(countedDate),
    schools: z.array(
      z.strictObject({
        schoolId: id,
        schoolName: z.string(),
        period: span,
        isLocked: z.boolean(),
        unit: z.enum(payUnits),
        hasMoney: z.boolean(),
        /** Whether the school approves hours here, so that someone reads an answer. */
        takesAnswers: z.boolean(),
        totals,
        lines: z.array(hourLine),
      }),
    ),
  }),
});

export const answerOwnHours = endpoint({
  call: 'PUT /api/own-hours/:id',
  summary: 'The substitute confirms the hours of a past assignment, or disputes them with an explanation.',
  access: approved('substitute'),
  body: z.strictObject({
    answer: z.enum(hourAnswers),
    words: optionalProse(hourLimits.words),
  }),
  errors: ['not_found', 'reason_required', 'period_locked'],
});
