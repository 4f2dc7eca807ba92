import { updateUser, type User } from '#contract/users.ts';
import type { Role } from '#domain/role.ts';
import { problemsOf } from '#web/ui/problems.ts';
import type { Errors } from '#web/ui/use-form-fields.ts';

const textFields = [
  'fullName',
  'email',
  'phone',
  'gender',
  'department',
  'subjects',
  'qualifications',
  'preferredSubjects',
  'bio',
] as const;
export type TextField = (typeof textFields)[number];

/** Every field of the profile's form in its order on the page. */
export const profileFields = ['profileImage', ...textFields, 'resume'] as const;
export type ProfileField = (typeof profileFields)[number];

/** What the form holds. */
export type ProfileValues = Record<TextField, string> & { profileImage: File | null; resume: File | null };

/** The form's content where nothing is changed. */
export function savedValues(user: User): ProfileValues {
  const { fullName, email, phone, gender, department, subjects, qualifications, preferredSubjects, bio } = user;
  const texts = { fullName, email, phone, gender, department, subjects, qualifications, preferredSubjects, bio };
  const shown = Object.fromEntries(textFields.map((name) => [name, texts[name] ?? '']));
  return { ...emptyTexts, ...shown, profileImage: null, resume: null };
}

const emptyTexts: Record<TextField, string> = {
  fullName: '',
  email: '',
  phone: '',
  gender: '',
  department: '',
  subjects: '',
  qualifications: '',
  preferredSubjects: '',
  bio: '',
};

/** The fields that differ from what is saved; outer space counts for nothing, as the server trims it. */
export function changedFields(user: User, values: ProfileValues): Partial<Record<TextField, string>> {
  const saved = savedValues(user);
  const texts: Partial<Record<TextField, string>> = {};
  for (const name of textFields) if (values[name].trim() !== saved[name].trim()) texts[name] = values[name];
  return texts;
}

/** What the contract finds wrong with the changed fields. */
export function problemsIn(user: User, values: ProfileValues): Errors<ProfileField> {
  return problemsOf(updateUser.body, changedFields(user, values), profileFields);
}

/** Whether a role's profile has a field: a teacher's school sorts them by department and subjects. */
export function hasField(role: Role, field: TextField): boolean {
  return role === 'teacher' || (field !== 'department' && field !== 'subjects');
}
