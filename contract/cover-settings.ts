import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, line, storable, time } from '#contract/fields.ts';
import { bellLimits } from '#domain/bell.ts';
import { coverConsents, coverLimits, coverOrders } from '#domain/cover.ts';
import { slotKinds, timetableLimits } from '#domain/timetable.ts';
import { weekdays } from '#domain/time.ts';

const period = line(bellLimits.period, 'Enter a name for the period.');
const weekday = z.enum(weekdays);
const version = z.int({ error: "This must be a record's version number." }).check(z.gte(0));

const whole = (least: number, most: number, what = 'a whole number') => {
  const error = `Enter ${what} from ${least} to ${most}.`;
  return z.int({ error }).check(z.gte(least, { error }), z.lte(most, { error }));
};

const scheduleIndex = whole(0, bellLimits.schedules - 1);

const schedule = z.strictObject({
  name: line(bellLimits.name, 'Enter a name for this kind of day.'),
  periods: z
    .array(z.strictObject({ period, start: time, end: time }))
    .check(
      z.minLength(1, { error: 'Add at least one period.' }),
      z.maxLength(bellLimits.periods, { error: `A day can have at most ${bellLimits.periods} periods.` }),
    ),
});

export const bell = z.strictObject({
  schedules: z
    .array(schedule)
    .check(z.maxLength(bellLimits.schedules, { error: `You can have at most ${bellLimits.schedules} schedules.` })),
  /** The weekdays that don't follow the first schedule, with the index of theirs. */
  weekly: z.partialRecord(weekday, scheduleIndex),
  days: z
    .array(z.strictObject({ date, schedule: scheduleIndex }))
    .check(z.maxLength(bellLimits.days, { error: `You can have at most ${bellLimits.days} single days.` })),
});

export const coverRules = z.strictObject({
  order: z.enum(coverOrders),
  perDay: whole(1, coverLimits.perDay),
  planningMinutes: z.nullable(whole(0, coverLimits.planningMinutes, 'minutes')),
  lunchPeriods: z.array(period).check(z.maxLength(bellLimits.periods)),
  payCode: line(40, 'Enter a pay code.'),
  periodCents: z.nullable(whole(0, 1_000_000, 'an amount in cents')),
});

const settings = z.strictObject({
  bell,
  rules: coverRules,
  /** It is 0 for a school that has never saved them: it does not use cover by colleagues. */
  version,
});

export const getCoverSettings = endpoint({
  call: 'GET /api/cover/settings',
  summary: "The bell schedules of the caller's school and its rules for cover by colleagues.",
  access: approved('school_admin'),
  reply: settings,
});

export const putCoverSettings = endpoint({
  call: 'PUT /api/cover/settings',
  summary: 'Sets bell schedules and rules. Covers that were already sent keep their times.',
  access: approved('school_admin'),
  body: settings,
  reply: settings,
  errors: ['conflict'],
});

/** Each row of a file that has a problem, by its number in a spreadsheet. */
const problems = z.array(z.strictObject({ row: z.int(), sentence: z.string() }));
/** A file of up to a million characters. */
const csv = z.string().check(z.maxLength(1_000_000), storable);

export const readBellFile = endpoint({
  call: 'POST /api/cover/bells/read',
  summary: 'Reads bell schedules from a CSV file and reports every error. Stores nothing.',
  access: approved('school_admin'),
  body: z.strictObject({ csv }),
  bodyLimit: 2_000_000,
  reply: z.strictObject({
    /** It is empty if the file has a problem. */
    schedules: z.array(schedule),
    problems,
  }),
});

const slot = z.strictObject({
  period,
  /** Empty means every day. */
  days: z.array(weekday).check(z.maxLength(7)),
  kind: z.enum(slotKinds),
  title: line(timetableLimits.title),
  room: line(timetableLimits.room),
  size: z.nullable(whole(0, timetableLimits.size)),
});

const slots = z.array(slot).check(z.maxLength(timetableLimits.slots));

/** A teacher's wishes about cover. */
const wishes = {
  consent: z.enum(coverConsents),
  neverOn: z.array(weekday).check(z.maxLength(7)),
  isVolunteer: z.boolean(),
};

export const getTimetables = endpoint({
  call: 'GET /api/cover/timetables',
  summary: `The timetables of at most ${timetableLimits.teachers} teachers of the caller's school, by name.`,
  access: approved('school_admin'),
  reply: z.strictObject({
    teachers: z.array(
      z.strictObject({
        teacherId: id,
        fullName: z.string(),
        slots,
        /** When the teacher started here, for the order by seniority. */
        since: z.nullable(date),
        /** It is 0 without a timetable. */
        version,
        ...wishes,
      }),
    ),
  }),
});

export const putTimetable = endpoint({
  call: 'PUT /api/cover/timetables/:id',
  summary: "Sets a teacher's periods. An empty list removes them.",
  access: approved('school_admin'),
  body: z.strictObject({ slots, since: z.nullable(date), version }),
  errors: ['not_found', 'conflict'],
});

export const importTimetable = endpoint({
  call: 'POST /api/cover/timetables/import',
  summary: 'Reads a timetable (CSV) and reports every error. Stores it only if there are none and `save` is true.',
  access: approved('school_admin'),
  body: z.strictObject({ csv, save: z.boolean() }),
  bodyLimit: 2_000_000,
  reply: z.strictObject({
    /** How many teachers and entries the file has. */
    teachers: z.int(),
    entries: z.int(),
    problems,
    isSaved: z.boolean(),
  }),
});

export const getOwnCoverWishes = endpoint({
  call: 'GET /api/own-cover/wishes',
  summary: 'Says whether the caller wants to be asked to cover for colleagues.',
  access: approved('teacher'),
  reply: z.strictObject({ ...wishes }),
});

export const putOwnCoverWishes = endpoint({
  call: 'PUT /api/own-cover/wishes',
  summary: 'Sets whether the caller wants to be asked to cover for colleagues. Accepted covers stay.',
  access: approved('teacher'),
  body: z.strictObject(wishes),
});
