import * as z from 'zod/mini';
import { approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import { id, instant } from '#contract/fields.ts';
import { roles } from '#domain/role.ts';

// These schemas have their own file, because every signed-in screen loads the user's own record.

/** The caller's permitted actions on a person right now. `disable` covers disabling and enabling. */
export const userActs = [
  'approve',
  'reject',
  'disable',
  'remove',
  'resetPassword',
  'resetSecondFactor',
  'invite',
  'message',
] as const;

/** A person as the caller may see them. Contact data and account state are included only if the caller may see them. */
export const user = z.strictObject({
  id,
  role: z.enum(roles),
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  qualifications: z.nullable(z.string()),
  preferredSubjects: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  username: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
  /** Whether the address is confirmed and gets email. It is only for the user themselves. */
  emailConfirmed: z.optional(z.boolean()),
  /** The channels whose last delivery to the current address or number failed. It is only for the user themselves. */
  failedChannels: z.optional(z.array(z.enum(['email', 'sms']))),
  phone: z.optional(z.nullable(z.string())),
  resumeUrl: z.optional(z.nullable(z.string())),
  resumeName: z.optional(z.nullable(z.string())),
  schoolId: z.optional(z.nullable(id)),
  schoolName: z.optional(z.nullable(z.string())),
  isApproved: z.optional(z.boolean()),
  isActive: z.optional(z.boolean()),
  isPlatformOwner: z.optional(z.boolean()),
  /** JSON lists of school ids. Other people see only their own school in them. */
  selectedSchoolIds: z.optional(z.string()),
  approvedSchoolIds: z.optional(z.string()),
  /** Schools that declined this substitute and haven't accepted them since. It is only for the user themselves. */
  rejectedSchoolIds: z.optional(z.string()),
  /** Schools that this substitute chose and that haven't decided yet. It is only for the user themselves. */
  waitingSchoolIds: z.optional(z.string()),
  generalAvailability: z.optional(z.nullable(z.string())),
  gender: z.optional(z.nullable(z.string())),
  department: z.optional(z.nullable(z.string())),
  subjects: z.optional(z.nullable(z.string())),
  smsOptIn: z.optional(z.boolean()),
  passwordSetByOther: z.optional(z.boolean()),
  /** Incremented by every edit of the profile or the weekly availability. It is only for the user themselves. */
  version: z.optional(z.int()),
  createdAt: z.optional(instant),
  /** When a substitute chose the calling admin's school. */
  appliedAt: z.optional(instant),
  /** Whether a substitute works at the calling admin's school, which means that an approval counts there. */
  worksHere: z.optional(z.boolean()),
  /**
   * When an approval by another school of the district began to count there, if the admin's own school hasn't decided.
   */
  admittedAt: z.optional(z.nullable(instant)),
  /** When the caller's school rejected or removed this person, if it hasn't accepted them since. */
  rejectedAt: z.optional(z.nullable(instant)),
  /** When the invitation of a person without a password expires or expired. It is only for a school admin. */
  invitedUntil: z.optional(z.nullable(instant)),
  /** Counts for a school admin's cards. */
  openVacancies: z.optional(z.int()),
  filledVacancies: z.optional(z.int()),
  /**
   * Counts of what is not over yet, for the question before a teacher is disabled. An open one has neither begun nor is
   * covered by colleagues.
   */
  upcomingOpenVacancies: z.optional(z.int()),
  pendingVacancies: z.optional(z.int()),
  upcomingFilledVacancies: z.optional(z.int()),
  /** How often a substitute has covered at the reader's school. */
  completedAssignments: z.optional(z.int()),
  /** It is missing in the reader's own record. */
  can: z.optional(z.array(z.enum(userActs))),
});
export type User = z.output<typeof user>;

export const getUser = endpoint({
  call: 'GET /api/users/:id',
  summary: 'One person whom the caller may see.',
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  reply: user,
  errors: ['not_found'],
});
