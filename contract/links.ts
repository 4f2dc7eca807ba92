import * as z from 'zod/mini';
import { anyone, endpoint } from '#contract/endpoint.ts';
import { date, instant, optionalProse, time, times } from '#contract/fields.ts';
import { declineReasons } from '#domain/decline.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { roles } from '#domain/role.ts';

/**
 * The actions that a link in an email or text message offers, with one click on the page that it opens. 'explain' gives
 * the reason for a decline. 'undo' undoes the reader's own request within minutes, after it was booked.
 */
export const linkActs = [
  'request',
  'decline',
  'confirm',
  'cannotCome',
  'approve',
  'reject',
  'explain',
  'undo',
] as const;

const params = z.strictObject({ token: z.string().check(z.maxLength(100)) });

/** One day of a multi-day job. */
const day = z.strictObject({ date, startTime: time, endTime: time });

const linkReply = z.strictObject({
  /** The role in which the reader acts. */
  reader: z.strictObject({ name: z.string(), role: z.enum(roles) }),
  /** The actions that the reader can still take. It is empty if it is too late. */
  acts: z.array(z.enum(linkActs)),
  /** The current state, or the action that was just taken. */
  sentence: z.string(),
  /** The reader's reason for declining. It is null if they gave none, or didn't decline. */
  declineReason: z.nullable(z.enum(declineReasons)),
  /** The time until which the reader can undo their own request. It is set only with the act 'undo'. */
  undoUntil: z.optional(instant),
  /** It is null if the vacancy was deleted, has started, or is no longer visible to the reader. */
  vacancy: z.nullable(
    z.strictObject({
      school: z.string(),
      address: z.string(),
      title: z.string(),
      /** The grade, subject and room that the title doesn't name. */
      classInWords: z.string(),
      /** The absent teacher. For extra hands, it is their contact in the front office. */
      teacher: z.string(),
      isExtraHands: z.optional(z.literal(true)),
      date,
      startTime: time,
      /** When a substitute reports to the front office. It is null for staff. */
      reportTime: z.nullable(time),
      /** The school's. */
      timeZone: z.string(),
      /** Where a substitute parks and how they enter. It is null for staff, and if the school says nothing. */
      parking: z.nullable(z.string()),
      /** The pay of a substitute: '$175.00 for a full day'. It is null for staff, and if the school has no rates. */
      pay: z.nullable(z.string()),
      endTime: time,
      isUrgent: z.boolean(),
      mayNeedChanges: z.boolean(),
      /** Whether a request of the reader's is booked at once. */
      booksFirst: z.boolean(),
      reason: z.nullable(z.string()),
      notes: z.string(),
      /** It is only for the assigned substitute. */
      plansLink: z.nullable(z.string()),
      /** The requesting or assigned substitute, if the reader is on staff. */
      substitute: z.nullable(z.string()),
      /**
       * The other days that an answer is for, too: '3 days, Mon, Nov 30 to Wed, Dec 2'. It is null if there are none.
       */
      together: z.nullable(z.string()),
      /** Those days and this one, by date. It is missing if there are no others. */
      days: z.optional(z.array(day)),
    }),
  ),
});

export const getLink = endpoint({
  call: 'GET /api/links/:token',
  summary:
    'The vacancy that a link in an email or text message opens, for anyone who has the link, until it starts. Changes nothing.',
  access: anyone,
  params,
  reply: linkReply,
  errors: ['not_found', 'too_many_requests'],
});

export const useLink = endpoint({
  call: 'POST /api/links/:token',
  summary: 'Performs the act that the link is for, on behalf of the person it was sent to.',
  access: anyone,
  params,
  body: z.strictObject({
    act: z.enum(linkActs),
    message: optionalProse(vacancyLimits.substituteNote),
    /** Only 'explain' takes a reason. Null removes it. */
    reason: z.optional(z.nullable(z.enum(declineReasons))),
    /**
     * The day and times on the page, and all days of a job. If they have changed, 'request' and 'confirm' fail with
     * `vacancy_moved`.
     */
    seen: z.optional(
      z.strictObject({
        date,
        ...times,
        days: z.optional(z.array(day).check(z.maxLength(vacancyLimits.daysAtOnce))),
      }),
    ),
  }),
  reply: linkReply,
  errors: [
    'not_found',
    'too_many_requests',
    'not_allowed',
    'own_school_inactive',
    'school_inactive',
    'booked_elsewhere',
    'not_eligible',
    'already_requested',
    'requested_by_you',
    'requested_by_other',
    'already_filled',
    'assigned_to_you',
    'not_declined',
    'not_requested',
    'already_confirmed',
    'not_filled',
    'not_yours',
    'yes_undo_late',
    'reason_required',
    'vacancy_gone',
    'vacancy_moved',
    'vacancy_over',
  ],
});
