// The substitutes who may be assigned to a vacancy, or to whom it can be offered. This call has its own file, because
// every home loads the other calls about vacancies.
import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { date, id, paging, search } from '#contract/fields.ts';
import { offered } from '#contract/offered.ts';
import { fitReasons } from '#domain/candidate.ts';
import { subjects } from '#domain/subject.ts';

const candidate = z.strictObject({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  qualifications: z.nullable(z.string()),
  preferredSubjects: z.nullable(z.string()),
  /** Teachers get no contacts, profile or no-shows. */
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** How often the candidate has covered at this school. */
  timesHere: z.int(),
  /** How many of those were for this vacancy's teacher. */
  timesWithTeacher: z.int(),
  /** The subjects of this vacancy that they know. */
  subjects: z.array(z.enum(subjects)),
  why: z.array(z.enum(fitReasons)),
  /** The date of their latest no-show at this school in the last 12 months. */
  noShowOn: z.nullable(date),
  /** The work limits that this class approaches or exceeds, in words, exceeded ones first. */
  limits: z.array(z.string()),
  /** Whether assigning them would exceed a work limit, which needs a reason. */
  isOverLimit: z.boolean(),
  /** False for substitutes who are booked at that time: listed, but not offered. */
  canAssign: z.boolean(),
  /** Another day of the multi-day job on which they are booked. */
  bookedOn: z.optional(date),
  /**
   * Assigning them ends their request for another of the school's classes at that time. Missing means no. Teachers
   * don't get it.
   */
  endsRequest: z.optional(z.boolean()),
  /**
   * When it was offered to them by name or in a wave, in the school's time. It is missing if it wasn't, or they have
   * answered.
   */
  offered: z.optional(offered),
});

export const listCandidates = endpoint({
  call: 'GET /api/vacancies/:id/candidates',
  summary:
    "The school's approved substitutes for one of its vacancies, best match first, with reasons. Teachers get those to whom they could offer their own vacancy, without contacts.",
  access: approved('teacher', 'school_admin'),
  query: z.strictObject({ search, ...paging }),
  paged: true,
  reply: z.array(candidate),
  errors: ['not_found', 'not_allowed'],
});
