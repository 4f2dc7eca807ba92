import { keysOf } from '#domain/keys.ts';
import type { User } from '#contract/person.ts';
import { updateUser } from '#contract/users.ts';
import type { Role } from '#domain/role.ts';
import { problemsOf } from '#web/ui/problems.ts';
import type { Errors } from '#web/ui/problems.ts';

const emptyTexts = {
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
export type TextField = keyof typeof emptyTexts;
const textFields = keysOf(emptyTexts);

/** Every field of the profile's form in page order. */
export const profileFields = ['profileImage', ...textFields, 'resume'] as const;
export type ProfileField = (typeof profileFields)[number];

/** The form's values. */
export type ProfileValues = Record<TextField, string> & { profileImage: File | null; resume: File | null };

/** Returns the form's values without changes. */
export function savedValues(user: User): ProfileValues {
  const { fullName, email, phone, gender, department, subjects, qualifications, preferredSubjects, bio } = user;
  const texts = { fullName, email, phone, gender, department, subjects, qualifications, preferredSubjects, bio };
  const shown = Object.fromEntries(textFields.map((name) => [name, texts[name] ?? '']));
  return { ...emptyTexts, ...shown, profileImage: null, resume: null };
}

/** Returns the changed texts of a form, which a save sends along with the files. */
export function textsIn({
  profileImage: _photo,
  resume: _resume,
  ...texts
}: Partial<ProfileValues>): Partial<Record<TextField, string>> {
  return texts;
}

/** Returns the contract's errors for the changed fields. */
export function problemsIn(changes: Partial<ProfileValues>): Errors<ProfileField> {
  return problemsOf(updateUser.body, textsIn(changes), profileFields);
}

/** Returns whether a role's profile has a field. Schools sort their teachers by department and subjects. */
export function hasField(role: Role, field: TextField): boolean {
  return role === 'teacher' || (field !== 'department' && field !== 'subjects');
}
