import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, line, time, times } from '#contract/fields.ts';
import { closureLimits } from '#domain/closure.ts';
import { dayChangeLimits } from '#domain/day-change.ts';

const minutes = z
  .int({ error: 'Enter the delay in minutes.' })
  .check(
    z.gte(5, { error: 'Enter at least 5 minutes.' }),
    z.lte(dayChangeLimits.minutes, { error: `A delay can be at most ${dayChangeLimits.minutes} minutes.` }),
  );

/** A change of a school's whole day. */
const dayChange = z.strictObject({
  /** Today or later. */
  date,
  change: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('delay'), minutes }),
    /** The name of the closed day, as in Manage School. */
    z.strictObject({ type: z.literal('close'), name: line(closureLimits.name, 'Enter why the school is closed.') }),
  ]),
});

/** The effects of a change on each class of the day, and the number of people it notifies. */
const effects = {
  /** When school opens; later than usual if there is a delay. */
  opensAt: time,
  /** The classes that start later, with their new start, or are canceled (null). */
  changed: z.array(
    z.strictObject({
      id,
      description: z.string(),
      teacherName: z.string(),
      substituteName: z.nullable(z.string()),
      ...times,
      newStartTime: z.nullable(time),
      /** The number of other days of its multi-day job that are still to come. They don't change. */
      otherDays: z.int(),
    }),
  ),
  /** The classes that don't change, and why. */
  kept: z.array(
    z.strictObject({
      id,
      description: z.string(),
      teacherName: z.string(),
      ...times,
      because: z.string(),
    }),
  ),
  /** The bell schedule that the day follows with this delay. It is null if its bells stay, or the school has none. */
  bells: z.nullable(z.string()),
  /** The number of people who get a notification. Each gets exactly one. */
  teachers: z.int(),
  substitutes: z.int(),
};

export const previewDayChange = endpoint({
  call: 'POST /api/board/day-change/preview',
  summary: "Previews how opening late or closing for a day would affect the school's vacancies. Changes nothing.",
  access: approved('school_admin'),
  body: dayChange,
  reply: z.strictObject(effects),
  errors: ['not_allowed'],
});

export const changeDay = endpoint({
  call: 'POST /api/board/day-change',
  summary:
    "Opens late or closes for a day: moves or cancels the day's vacancies, all or none, and notifies each person once. At most 500 vacancies; repeating it changes the rest.",
  access: approved('school_admin'),
  body: dayChange,
  reply: z.strictObject({
    ...effects,
    /** `undoDayChange` takes it, within seconds. It is null if no vacancy changed. */
    undo: z.nullable(z.string()),
  }),
  errors: ['not_allowed', 'conflict', 'too_many_requests'],
});

export const undoDayChange = endpoint({
  call: 'POST /api/board/day-change/undo',
  summary: "Undoes the caller's change to a day as a whole, within seconds, before people are notified.",
  access: approved('school_admin'),
  body: z.strictObject({ undo: z.uuid({ error: "This change can't be undone." }) }),
  errors: ['not_allowed', 'undo_too_late'],
});
