import * as z from 'zod/mini';
import { newPassword, samePasswords, givenUsername } from '#contract/credentials.ts';
import { approved, approvedOrWaitingSubstitute, endpoint } from '#contract/endpoint.ts';
import {
  flagText,
  id,
  idListText,
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
import { user } from '#contract/person.ts';
import { availabilityValues } from '#domain/availability.ts';
import { personLimits } from '#domain/person.ts';
import { roles } from '#domain/role.ts';
import { subjects } from '#domain/subject.ts';

/**
 * Sorts by name, most available in the week, recently added, most completed assignments at the school, or longest
 * waiting.
 */
export const peopleOrders = [
  'name',
  'most_available',
  'recently_added',
  'most_assignments',
  'longest_waiting',
] as const;

export const listUsers = endpoint({
  call: 'GET /api/users',
  summary:
    "The people whom the caller may see: a school admin sees their school's, a teacher the school's approved substitutes, the owner the school admins.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  query: z.strictObject({
    role: z.optional(z.enum(roles)),
    /**
     * `pending`: waits for a decision. `approved` and `rejected` are decided. `admitted`: works here because another
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
  call: 'POST /api/users',
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
      /** Says that the substitute who is known with this email or phone is someone else. */
      isSomeoneElse: z._default(z.boolean(), false),
    })
    .check(samePasswords),
  reply: user,
  errors: ['username_taken', 'person_exists', 'not_allowed', 'other_school'],
});

export const addKnownSubstitute = endpoint({
  call: 'POST /api/users/:id/add-to-school',
  summary: "Adds a substitute of the caller's district to the caller's school, approved, and notifies them.",
  access: approved('school_admin'),
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
  /** With an approval: the person is notified ten seconds later, and until then `undoApproval` reverses it. */
  canUndo: z.optional(z.boolean()),
});

export const updateUser = endpoint({
  call: 'PATCH /api/users/:id',
  summary:
    "Changes the caller's profile (with an optional photo and resume), or approves, rejects, enables or disables an account.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
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
  call: 'PATCH /api/users/:id/general-availability',
  summary: "Saves the substitute's weekly availability.",
  access: approvedOrWaitingSubstitute('substitute'),
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
  call: 'PATCH /api/users/:id/remove-profile-image',
  summary: "Removes the caller's photo.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  reply: user,
  errors: ['not_found', 'not_allowed'],
});

export const removeResume = endpoint({
  call: 'PATCH /api/users/:id/remove-resume',
  summary: "Removes the caller's resume.",
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  reply: user,
  errors: ['not_found', 'not_allowed'],
});

export const deleteUser = endpoint({
  call: 'DELETE /api/users/:id',
  summary: 'Removes a substitute from the school. If no school is left, the account is deleted.',
  access: approved('school_admin'),
  errors: ['not_found', 'not_allowed'],
});

export const resetPassword = endpoint({
  call: 'POST /api/admin/reset-password',
  summary: 'Sets a new password for a person, ends their sessions and notifies them.',
  access: approved('school_admin', 'overall_admin'),
  body: z.strictObject({
    userId: id,
    newPassword: newPassword(personLimits.password.minByAdmin),
    /** Fails with `already_reset` if someone reset this password in the last ten minutes. */
    unlessJustReset: z.optional(z.boolean()),
  }),
  errors: ['not_found', 'not_allowed', 'already_reset'],
});

export const getFile = endpoint({
  call: 'GET /api/files/:id',
  summary: 'A photo or resume of a person whom the caller may see.',
  access: approvedOrWaitingSubstitute('teacher', 'substitute', 'school_admin', 'overall_admin'),
  params: z.strictObject({ id: z.uuid({ error: 'This is not a file name.' }) }),
  query: z.strictObject({ download: z.optional(flagText) }),
  reply: z.any(),
  raw: 'application/octet-stream',
  errors: ['not_found'],
});
