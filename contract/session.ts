// The signed-in user, which every page requests first. It has its own file because building schemas takes time on a
// phone.
import * as z from 'zod/mini';
import { anyone, approvedOrWaitingSubstitute, endpoint, settingUp } from '#contract/endpoint.ts';
import { date, flagText, id, instant } from '#contract/fields.ts';
import { roles } from '#domain/role.ts';

/** The facts about a school that the page header shows. */
const ownSchool = z.strictObject({
  id,
  name: z.string(),
  timeZone: z.string(),
  isActive: z.boolean(),
  logoUrl: z.optional(z.nullable(z.string())),
  bannerUrl: z.optional(z.nullable(z.string())),
  /** For substitutes: the school hasn't decided yet. */
  isWaiting: z.optional(z.boolean()),
});

const sessionFields = {
  id,
  username: z.string(),
  fullName: z.string(),
  role: z.enum(roles),
  schoolId: z.nullable(id),
  isApproved: z.boolean(),
  /** An administrator decided against the account. They can still approve it. */
  isRejected: z.optional(z.boolean()),
  isActive: z.boolean(),
  isPlatformOwner: z.boolean(),
  email: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  /** JSON list of school ids, as the specification prescribes. */
  selectedSchoolIds: z.string(),
  /** Another person set the password, so its owner is asked to choose their own. */
  passwordSetByOther: z.boolean(),
  /** When the account was created. New users get a tour. */
  joinedAt: instant,
  /**
   * `asked`: every page suggests it, but nothing is blocked. `required`: only session calls work until it is set up.
   */
  secondFactor: z.enum(['on', 'offered', 'asked', 'required']),
  /** The school of a teacher or school admin; the selected schools of a substitute, by name. */
  schools: z.array(ownSchool),
  /**
   * For substitutes: the first day from today on when one of the selected schools is open. Home names it on a day
   * without school.
   */
  nextSchoolDay: z.optional(date),
  /**
   * `limited`: an unapproved substitute sees the dashboard with a permanent panel. `blocked`: only the pending page.
   */
  pendingAccess: z.enum(['limited', 'blocked']),
  /** They wait for approval, but none of their schools has an administrator yet who could give it. */
  noDecider: z.optional(z.boolean()),
  /** It is only in the reply to the registration. */
  message: z.optional(z.string()),
};

/** The signed-in user, with the facts that every screen needs. */
export const sessionUser = z.strictObject(sessionFields);
export type SessionUser = z.output<typeof sessionUser>;

const text = z.nullable(z.string());

/** The counts of the sidebar and the notifications menu. Each role has its own. */
const badges = z.strictObject({
  myVacancies: z.optional(z.int()),
  openVacancies: z.optional(z.int()),
  pendingApprovals: z.optional(z.int()),
  availableVacancies: z.optional(z.int()),
  unreadNotices: z.int(),
});
export type Badges = z.output<typeof badges>;

/** The user's complete record. */
const ownUser = z.strictObject({
  ...sessionFields,
  phone: text,
  resumeUrl: text,
  qualifications: text,
  preferredSubjects: text,
  bio: text,
  gender: text,
  department: text,
  subjects: text,
  generalAvailability: text,
  /** JSON list of the ids of schools that approved the substitute. */
  approvedSchoolIds: z.string(),
  smsOptIn: z.boolean(),
  createdAt: instant,
  /** It is set only if the call asked for them, and the user may see them. */
  badges: z.optional(badges),
});

export const currentUser = endpoint({
  call: 'GET /api/user',
  summary: 'The signed-in user, with their whole record except the password.',
  access: settingUp,
  /** `badges`: also returns the counts of the sidebar, which saves a page one call as it opens. */
  query: z.strictObject({ badges: z.optional(flagText) }),
  reply: ownUser,
});

export const getBadges = endpoint({
  call: 'GET /api/badges',
  summary: "The counts for the caller's sidebar and notifications menu.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  reply: badges,
});

export const logout = endpoint({
  call: 'POST /api/logout',
  summary: 'Ends the session, if there is one.',
  access: anyone,
});
