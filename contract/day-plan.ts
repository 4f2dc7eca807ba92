import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, done, id, time } from '#contract/fields.ts';
import { mostPlanned } from '#domain/day-plan.ts';
import { rankingReasons } from '#domain/ranking.ts';

const person = z.strictObject({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** The reasons for suggesting them, in display order. It is empty if they are only free. */
  reasons: z.array(z.enum(rankingReasons)),
  /** Completed classes of this teacher, and at this school. */
  timesWithTeacher: z.int(),
  timesHere: z.int(),
});

export const planDay = endpoint({
  name: 'planDay',
  method: 'POST',
  path: '/api/board/plan',
  summary:
    "Proposes a substitute for each uncovered class of a day, at most 30, as the best plan for the whole day. Keeps the caller's choices and plans the rest around them. Names the days of multi-day jobs, which it leaves out. Changes nothing.",
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
        startTime: time,
        endTime: time,
        description: z.string(),
        teacherName: z.string(),
        isUrgent: z.boolean(),
        /** It is null if no one is left for the class, or if it was left out. */
        proposed: z.nullable(person),
        /** Up to two others, starting with substitutes no other class in the plan needs. */
        alternatives: z.array(person),
      }),
    ),
    /** The number of uncovered classes of the day that aren't in the plan. */
    more: z.int(),
    /** Uncovered days of multi-day jobs, which aren't planned, because their substitute takes all days. It has at most 30. */
    jobs: z.array(
      z.strictObject({
        vacancyId: id,
        startTime: time,
        endTime: time,
        description: z.string(),
        teacherName: z.string(),
        /** 'Part of a 3-day job, Mon, Nov 30 to Wed, Dec 2'. */
        sentence: z.string(),
      }),
    ),
  }),
  errors: ['not_allowed'],
});

export const carryOutPlan = endpoint({
  name: 'carryOutPlan',
  method: 'POST',
  path: '/api/board/plan/carry-out',
  summary:
    'Offers or assigns each class of a plan to its substitute: all, or none if a class has changed. People are notified once the plan can no longer be undone.',
  access: approved('school_admin'),
  creates: true,
  body: z.strictObject({
    /** 'offer' asks each substitute; 'assign' books them, and asks them to confirm. */
    act: z.enum(['offer', 'assign']),
    lines: z.array(z.strictObject({ vacancyId: id, substituteId: id, version: z.int() })).check(
      z.minLength(1, 'Choose at least one class.'),
      z.maxLength(mostPlanned),
      z.refine((lines) => new Set(lines.map(({ vacancyId }) => vacancyId)).size === lines.length, {
        error: 'Include each class only once.',
      }),
    ),
  }),
  reply: z.strictObject({ carriedOut: z.int() }),
  /** `plan_stale` names each class that has changed in `fields`, by its id. */
  errors: ['plan_stale', 'not_found', 'not_allowed', 'too_many_requests'],
});

export const undoPlan = endpoint({
  name: 'undoPlan',
  method: 'POST',
  path: '/api/board/plan/undo',
  summary: 'Undoes a plan that was just carried out: all of its classes, or none. No one is notified.',
  access: approved('school_admin'),
  body: z.strictObject({ vacancyIds: z.array(id).check(z.minLength(1), z.maxLength(mostPlanned)) }),
  reply: done,
  errors: ['undo_too_late', 'not_found', 'not_allowed', 'too_many_requests'],
});
