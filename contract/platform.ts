import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, instant, line, paging, search } from '#contract/fields.ts';
import { auditActs, auditKinds } from '#domain/audit.ts';
import { isTimeZone } from '#domain/school.ts';

/** The coverage of one day. A class whose substitute didn't come isn't filled. */
const dayCounts = {
  open: z.int(),
  pending: z.int(),
  filled: z.int(),
  /**
   * Classes that neither a substitute nor colleagues cover, with those that are requested and those whose substitute
   * didn't come. A process of an older version leaves it out.
   */
  uncovered: z.optional(z.int()),
};

export const getOverview = endpoint({
  call: 'GET /api/overview',
  summary:
    "All schools at a glance: how many there are, today's and this month's figures, and which schools have uncovered classes today.",
  access: approved('overall_admin'),
  fromStandby: true,
  reply: z.strictObject({
    totalSchools: z.int(),
    activeSchools: z.int(),
    inactiveSchools: z.int(),
    /** Counts all active schools, each by its own date. */
    today: z.strictObject({ ...dayCounts, total: z.optional(z.int()) }),
    month: z.strictObject({ total: z.int(), filled: z.int(), fillRate: z.nullable(z.number()) }),
    /** The schools with the most uncovered classes today, at most twenty. */
    inTrouble: z.array(
      z.strictObject({
        id,
        name: z.string(),
        city: z.nullable(z.string()),
        state: z.nullable(z.string()),
        ...dayCounts,
      }),
    ),
  }),
});

const auditValue = z.nullable(z.union([z.string(), z.number(), z.boolean()]));

export const listAudit = endpoint({
  call: 'GET /api/audit',
  summary:
    'The audit log, newest first: who did what to whom and when, with old and new values. The owner reads all of it, a school admin only entries of their own school.',
  access: approved('school_admin', 'overall_admin'),
  fromStandby: true,
  query: z.strictObject({
    search,
    kind: z.optional(z.enum(auditKinds)),
    from: z.optional(date),
    to: z.optional(date),
    /** The time zone of `from` and `to`. A school admin always uses the school's. The owner's default is UTC. */
    timeZone: z.optional(line(64).check(z.refine((zone) => isTimeZone(zone), { error: 'This is not a time zone.' }))),
    ...paging,
  }),
  paged: true,
  reply: z.array(
    z.strictObject({
      id,
      at: instant,
      act: z.enum(auditActs),
      actorId: z.nullable(id),
      actorName: z.nullable(z.string()),
      subjectType: z.string(),
      subjectId: z.nullable(id),
      /** It is null if the district has no name or was deleted. */
      subjectName: z.nullable(z.string()),
      schoolId: z.nullable(id),
      schoolName: z.nullable(z.string()),
      detail: z.nullable(z.record(z.string(), z.unknown())),
      /** Every field that the act changed, with its old and new value. People appear under their current names. */
      changes: z.array(z.strictObject({ field: z.string(), from: auditValue, to: auditValue })),
    }),
  ),
});

export const getSchoolLoss = endpoint({
  call: 'GET /api/schools/:id/loss',
  summary: 'The data that permanently deleting a school would delete.',
  access: approved('overall_admin'),
  reply: z.strictObject({
    name: z.string(),
    teachers: z.int(),
    /** School admins, who remain without a school. */
    admins: z.int(),
    /** The number of substitutes who chose the school. They remain, but lose this school. */
    substitutes: z.int(),
    vacancies: z.int(),
    /** Assignments from today on. */
    upcomingAssignments: z.int(),
    messages: z.int(),
  }),
  errors: ['not_found'],
});

export const getBackups = endpoint({
  call: 'GET /api/backups',
  summary:
    'The state of the daily backups: whether there are any, the last good one, why the newest failed, and when one was last restored as a test.',
  access: approved('overall_admin'),
  reply: z.strictObject({
    /** Whether a backup folder is configured. */
    daily: z.boolean(),
    last: z.nullable(z.strictObject({ at: instant, bytes: z.int() })),
    /** It is null if nothing has failed since the last good backup. */
    failure: z.nullable(z.strictObject({ at: instant, error: z.string() })),
    /** Whether each backup is restored into a scratch database and compared. */
    rehearsed: z.boolean(),
    /** The last time that succeeded. */
    restored: z.nullable(z.strictObject({ at: instant })),
    /** It is null if the newest backup could be restored, or none was tried. */
    restoreFailure: z.nullable(z.strictObject({ at: instant, error: z.string() })),
  }),
});
