import * as z from 'zod/mini';
import { newPassword, samePasswords, givenUsername } from '#contract/credentials.ts';
import { approved, approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import {
  date,
  done,
  flagText,
  id,
  idListText,
  idParams,
  instant,
  properName,
  optionalEmail,
  optionalLine,
  optionalProse,
  paging,
  parseJson,
  readVersion,
  search,
  optionalPhone,
} from '#contract/fields.ts';
import { availabilityValues, dateParts, dateStatuses, longestRange } from '#domain/availability.ts';
import { personLimits } from '#domain/person.ts';
import { roles } from '#domain/role.ts';
import { subjects } from '#domain/subject.ts';

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
  /** Whether the address is confirmed and gets email. Only for the user themself. */
  emailConfirmed: z.optional(z.boolean()),
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
  /** Schools that declined this substitute and haven't accepted them since. Only for the user themself. */
  rejectedSchoolIds: z.optional(z.string()),
  /** Schools that this substitute chose and that haven't decided yet. For the user themself only. */
  waitingSchoolIds: z.optional(z.string()),
  generalAvailability: z.optional(z.nullable(z.string())),
  gender: z.optional(z.nullable(z.string())),
  department: z.optional(z.nullable(z.string())),
  subjects: z.optional(z.nullable(z.string())),
  smsOptIn: z.optional(z.boolean()),
  passwordSetByOther: z.optional(z.boolean()),
  /** Incremented by every edit of the profile or the weekly availability. Only for the user themself. */
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
  /** When the invitation of a person without a password expires or expired. Only for a school admin. */
  invitedUntil: z.optional(z.nullable(instant)),
  /** Counts for a school admin's cards. */
  openVacancies: z.optional(z.int()),
  filledVacancies: z.optional(z.int()),
  /** How often a substitute has covered at the reader's school. */
  completedAssignments: z.optional(z.int()),
  /** Missing in the reader's own record. */
  can: z.optional(z.array(z.enum(userActs))),
});
export type User = z.output<typeof user>;

/**
 * By name, most available in the week, recently added, most completed assignments at the school, or longest waiting.
 */
export const peopleOrders = [
  'name',
  'most_available',
  'recently_added',
  'most_assignments',
  'longest_waiting',
] as const;

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/users',
  summary:
    "The people whom the caller may see: a school admin sees their school's, a teacher the school's approved substitutes, the owner the school admins.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  query: z.strictObject({
    role: z.optional(z.enum(roles)),
    /**
     * `pending`: waits for a decision. `approved` and `rejected`: decided. `admitted`: works here because another
     * school of the district approved them.
     */
    approval: z.optional(z.enum(['pending', 'approved', 'rejected', 'admitted'])),
    isActive: z.optional(flagText),
    /** School admins without a school, as choices for a new school. */
    withoutSchool: z.optional(flagText),
    /** People who prefer, teach or studied this subject. */
    subject: z.optional(z.enum(subjects)),
    /** `active`: available on at least one weekday; `inactive`: on none. */
    availability: z.optional(z.enum(['all', 'active', 'inactive'])),
    sort: z.optional(z.enum(peopleOrders)),
    search,
    ...paging,
  }),
  paged: true,
  reply: z.array(user),
  errors: [],
});

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/api/users/:id',
  summary: 'One person whom the caller may see.',
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  params: idParams,
  reply: user,
  errors: ['not_found'],
});

const profileFields = {
  email: optionalEmail('Invalid email address'),
  phone: optionalPhone,
  qualifications: optionalProse(2000),
  preferredSubjects: optionalProse(1000),
  bio: optionalProse(2000),
  gender: optionalLine(40),
  department: optionalLine(100),
  subjects: optionalLine(500),
};

export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: '/api/users',
  summary:
    'Creates an account: a school admin adds a teacher or substitute to their school, approved from the start. The owner adds more owners.',
  access: approved('school_admin', 'overall_admin'),
  status: 201,
  creates: true,
  body: z
    .strictObject({
      username: givenUsername,
      password: newPassword(personLimits.password.minByAdmin),
      confirmPassword: z.string({ error: "Passwords don't match" }),
      fullName: properName(personLimits.fullName.max, 'Full name is required'),
      ...profileFields,
      email: optionalEmail('Invalid email format'),
      role: z.enum(roles),
      isApproved: z.optional(z.boolean()),
      isActive: z.optional(z.boolean()),
      isPlatformOwner: z.optional(z.boolean()),
      schoolId: z.optional(z.nullable(id)),
      selectedSchoolIds: z.optional(idListText),
      approvedSchoolIds: z.optional(idListText),
      /** A substitute with this email or phone is known, and is someone else. */
      isSomeoneElse: z._default(z.boolean(), false),
    })
    .check(samePasswords),
  reply: user,
  errors: ['username_taken', 'person_exists', 'not_allowed', 'other_school'],
});

export const addKnownSubstitute = endpoint({
  name: 'addKnownSubstitute',
  method: 'POST',
  path: '/api/users/:id/add-to-school',
  summary: "Adds a substitute of the own district to the caller's school, approved, and notifies them.",
  access: approved('school_admin'),
  params: idParams,
  reply: user,
  errors: ['not_found', 'not_allowed'],
});

/** The fields that PATCH /api/users/:id can change. The server decides which of them the caller may change. */
export const userChanges = z.strictObject({
  version: readVersion,
  fullName: z.optional(properName(personLimits.fullName.max, 'Full name is required', personLimits.fullName.min)),
  ...profileFields,
  smsOptIn: z.optional(z.boolean()),
  selectedSchoolIds: z.optional(idListText),
  isApproved: z.optional(z.boolean()),
  isActive: z.optional(z.boolean()),
  /** With an approval: the person is notified ten seconds later, and until then `undoApproval` takes it back. */
  canUndo: z.optional(z.boolean()),
});

export const updateUser = endpoint({
  name: 'updateUser',
  method: 'PATCH',
  path: '/api/users/:id',
  summary:
    "Changes the caller's profile (with an optional photo and resume), or approves, rejects, enables or disables an account.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  params: idParams,
  body: userChanges,
  files: ['profileImage', 'resume'],
  reply: user,
  errors: [
    'conflict',
    'identity_unproved',
    'not_found',
    'not_allowed',
    'last_owner',
    'too_large',
    'wrong_content_type',
    'too_many_requests',
  ],
});

const notAWeek = 'This must be JSON text: each weekday with unavailable, morning, afternoon or all_day.';
const choice = z._default(z.enum(availabilityValues, { error: notAWeek }), 'unavailable');
/** A day that is left out is unavailable. */
const week = z.strictObject(
  {
    monday: choice,
    tuesday: choice,
    wednesday: choice,
    thursday: choice,
    friday: choice,
    saturday: choice,
    sunday: choice,
  },
  { error: notAWeek },
);

export const updateGeneralAvailability = endpoint({
  name: 'updateGeneralAvailability',
  method: 'PATCH',
  path: '/api/users/:id/general-availability',
  summary: "Saves the substitute's weekly availability.",
  access: approvedOrWaitingSubstitute('substitute'),
  params: idParams,
  body: z.strictObject({
    version: readVersion,
    generalAvailability: z.pipe(
      z.string({ error: notAWeek }).check(z.maxLength(1000)),
      z.pipe(z.transform(parseJson), week),
    ),
  }),
  reply: user,
  errors: ['not_found', 'not_allowed', 'conflict'],
});

export const removeProfileImage = endpoint({
  name: 'removeProfileImage',
  method: 'PATCH',
  path: '/api/users/:id/remove-profile-image',
  summary: "Removes the caller's photo.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  params: idParams,
  reply: user,
  errors: ['not_found', 'not_allowed'],
});

export const removeResume = endpoint({
  name: 'removeResume',
  method: 'PATCH',
  path: '/api/users/:id/remove-resume',
  summary: "Removes the caller's resume.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  params: idParams,
  reply: user,
  errors: ['not_found', 'not_allowed'],
});

export const deleteUser = endpoint({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/api/users/:id',
  summary: 'Removes a substitute from the school. If no school is left, the account is deleted.',
  access: approved('school_admin'),
  params: idParams,
  reply: done,
  errors: ['not_found', 'not_allowed'],
});

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/admin/reset-password',
  summary: 'Sets a new password for a person, ends their sessions and notifies them.',
  access: approved('school_admin', 'overall_admin'),
  body: z.strictObject({ userId: id, newPassword: newPassword(personLimits.password.minByAdmin) }),
  reply: done,
  errors: ['not_found', 'not_allowed'],
});

export const getFile = endpoint({
  name: 'getFile',
  method: 'GET',
  path: '/api/files/:id',
  summary: 'A photo or resume of a person whom the caller may see.',
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  params: z.strictObject({ id: z.uuid({ error: 'This is not a file name.' }) }),
  query: z.strictObject({ download: z.optional(flagText) }),
  reply: z.any(),
  raw: 'application/octet-stream',
  errors: ['not_found'],
});

/** A date exception, which overrides the weekly availability. */
export const availabilityRecord = z.strictObject({
  id,
  substituteId: id,
  date,
  status: z.enum(dateStatuses),
  /** The only half of the day that is available. Null if the status applies to the whole day. */
  part: z.nullable(z.enum(dateParts)),
  notes: z.nullable(z.string()),
});

export const listAvailability = endpoint({
  name: 'listAvailability',
  method: 'GET',
  path: '/api/availability',
  summary: "The caller's date exceptions, at most a year at a time.",
  access: approvedOrWaitingSubstitute('substitute'),
  query: z.strictObject({ from: z.optional(date), to: z.optional(date) }),
  reply: z.array(availabilityRecord),
  errors: [],
});

export const listUserAvailability = endpoint({
  name: 'listUserAvailability',
  method: 'GET',
  path: '/api/users/:id/availability',
  summary:
    "A substitute's date exceptions from today on, at most a year ahead and without notes, for an admin of a school that the substitute chose.",
  access: approved('school_admin'),
  params: idParams,
  reply: z.array(availabilityRecord),
  errors: ['not_found'],
});

/** A date exception. Half a day can only be available. */
const saidOfDate = {
  status: z._default(z.enum(dateStatuses), 'available'),
  part: z.optional(z.nullable(z.enum(dateParts))),
  notes: optionalProse(500),
};
const halfIsAvailable = z.refine<{ status: string | null; part?: string | null | undefined }>(
  ({ status, part }) => status === 'available' || (part ?? null) === null,
  { error: 'Only an available day can be half a day.', path: ['part'] },
);

export const putAvailability = endpoint({
  name: 'putAvailability',
  method: 'PUT',
  path: '/api/availability',
  summary: "Sets one of the caller's date exceptions.",
  access: approvedOrWaitingSubstitute('substitute'),
  body: z.strictObject({ date, ...saidOfDate }).check(halfIsAvailable),
  reply: availabilityRecord,
  errors: ['too_many_requests'],
});

export const putAvailabilityRange = endpoint({
  name: 'putAvailabilityRange',
  method: 'PUT',
  path: '/api/availability/range',
  summary: `Says the same of several of the own dates in a row, at most ${longestRange}; a status of null takes back what was said.`,
  access: approvedOrWaitingSubstitute('substitute'),
  body: z
    .strictObject({ from: date, to: date, ...saidOfDate, status: z.nullable(z.enum(dateStatuses)) })
    .check(halfIsAvailable),
  /** How many dates changed. */
  reply: z.strictObject({ changed: z.int() }),
  errors: ['too_many_requests'],
});

export const deleteAvailability = endpoint({
  name: 'deleteAvailability',
  method: 'DELETE',
  path: '/api/availability',
  summary: "Removes one of the caller's date exceptions, so the weekly availability applies again.",
  access: approvedOrWaitingSubstitute('substitute'),
  query: z.strictObject({ date }),
  reply: done,
  errors: ['not_found', 'too_many_requests'],
});
