import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, times } from '#contract/fields.ts';
import { offered } from '#contract/offered.ts';
import { mostPlanned } from '#domain/day-plan.ts';
import { rankingReasons } from '#domain/ranking.ts';
import { vacancyLimits } from '#domain/vacancy.ts';

/** The other days of a line's multi-day job, which its substitute takes along, as the plan knows them. */
const otherDays = z.array(z.strictObject({ vacancyId: id, version: z.int() }));

const person = z.strictObject({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** The reasons for suggesting them, in display order. It is empty if they are only free. */
  reasons: z.array(z.enum(rankingReasons)),
  /** Completed classes of this teacher, and at this school. */
  timesWithTeacher: z.int(),
  timesHere: z.int(),
  /**
   * The date of their latest no-show at the school, if it still counts. A process of an older version leaves it out.
   */
  noShowOn: z.optional(z.nullable(date)),
  /**
   * The school's local date and time when this class was last offered to them alone or in a wave, without an answer
   * since. It is null if it wasn't.
   */
  offered: z.nullable(offered),
});

export const planDay = endpoint({
  call: 'POST /api/board/plan',
  summary:
    "Proposes a substitute for each uncovered class of a day, at most 30, as the best plan for the whole day. A day of a multi-day job is one line, and its people fit all remaining days. Keeps the caller's choices and plans the rest around them. Changes nothing.",
  access: approved('school_admin'),
  body: z.strictObject({
    date,
    /** The caller's own choices so far. Null leaves a class out. */
    choices: z._default(
      z.array(z.strictObject({ vacancyId: id, substituteId: z.nullable(id) })).check(z.maxLength(mostPlanned)),
      [],
    ),
  }),
  reply: z.strictObject({
    lines: z.array(
      z.strictObject({
        vacancyId: id,
        /** The class as this plan knows it, which `carryOutPlan` compares. */
        version: z.int(),
        date,
        ...times,
        description: z.string(),
        teacherName: z.string(),
        isUrgent: z.boolean(),
        /** All days of the line: '3 days, Mon, Nov 30 to Wed, Dec 2'. It is null for a single day. */
        days: z.nullable(z.string()),
        /** It is empty for a single day. */
        others: otherDays,
        /** It is null if no one is left for the class, or if it was left out. */
        proposed: z.nullable(person),
        /** Up to two others, starting with substitutes no other class in the plan needs. */
        alternatives: z.array(person),
      }),
    ),
    /** The number of uncovered classes of the day that aren't in the plan. */
    more: z.int(),
    /**
     * The number of classes whose substitute didn't come and wasn't released. A process of an older version leaves it
     * out.
     */
    missed: z.optional(z.int()),
  }),
  errors: ['not_allowed'],
});

type SentLine = { vacancyId: number; others: readonly { vacancyId: number }[] };

function isEachOnce(lines: readonly SentLine[]): boolean {
  const ids = lines.flatMap((line) => [line, ...line.others]).map(({ vacancyId }) => vacancyId);
  return new Set(ids).size === ids.length;
}

export const carryOutPlan = endpoint({
  call: 'POST /api/board/plan/carry-out',
  summary:
    'Offers or assigns each class of a plan to its substitute, a multi-day job as a whole: all, or none if a class has changed. People are notified once the plan can no longer be undone.',
  access: approved('school_admin'),
  creates: true,
  body: z.strictObject({
    /** 'offer' asks each substitute; 'assign' books them, and asks them to confirm. */
    act: z.enum(['offer', 'assign']),
    lines: z
      .array(
        z.strictObject({
          vacancyId: id,
          substituteId: id,
          version: z.int(),
          others: z._default(otherDays.check(z.maxLength(vacancyLimits.daysAtOnce)), []),
        }),
      )
      .check(
        z.minLength(1, 'Choose at least one class.'),
        z.maxLength(mostPlanned),
        z.refine(isEachOnce, { error: 'Include each class only once.' }),
      ),
  }),
  reply: z.strictObject({ carriedOut: z.int() }),
  /** `plan_stale` names each class that has changed in `fields`, by its id. */
  errors: ['plan_stale', 'not_found', 'not_allowed', 'too_many_requests'],
});

export const undoPlan = endpoint({
  call: 'POST /api/board/plan/undo',
  summary: 'Undoes a plan that was just carried out: all of its classes, or none. No one is notified.',
  access: approved('school_admin'),
  body: z.strictObject({ vacancyIds: z.array(id).check(z.minLength(1), z.maxLength(mostPlanned)) }),
  errors: ['undo_too_late', 'not_found', 'not_allowed'],
});
