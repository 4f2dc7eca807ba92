import type { ReactNode } from 'react';
import type { Role } from '#domain/role.ts';
import { hasField, type ProfileField, type ProfileValues, type TextField } from '#web/features/profile/values.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import type { Errors } from '#web/ui/use-form-fields.ts';

type ProfileTextsProps = {
  role: Role;
  values: ProfileValues;
  errors: Errors<ProfileField>;
  onChange: (changed: Partial<ProfileValues>) => void;
};

/** What somebody says of themself, as far as their role has a use for it. */
export function ProfileTexts({ role, values, errors, onChange }: ProfileTextsProps) {
  const text = (
    name: TextField,
    label: string,
    rest: { hint?: ReactNode; optional?: boolean; lines?: true; input?: Parameters<typeof Input>[0] } = {},
  ) => {
    if (!hasField(role, name)) return null;
    const { hint, optional = true, lines, input } = rest;
    const control = {
      name,
      value: values[name],
      onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    };
    return (
      <Field id={`field-${name}`} label={label} hint={hint} optional={optional} error={errors[name]}>
        {lines ? <Textarea {...control} rows={3} /> : <Input {...input} {...control} />}
      </Field>
    );
  };
  return (
    <>
      {text('fullName', 'Name', { optional: false, input: { autoComplete: 'name' } })}
      {text('email', 'Email', {
        optional: false,
        input: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none' },
      })}
      {text('phone', 'Phone', { input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } })}
      {text('gender', 'Gender')}
      {text('department', 'Department')}
      {text('subjects', 'Subjects', { hint: 'What you teach' })}
      {text('qualifications', 'Qualifications', { lines: true, hint: 'Licenses, degrees, years of teaching' })}
      {text('preferredSubjects', 'Preferred Subjects', { lines: true, hint: 'Such as Math, Science or Music' })}
      {text('bio', 'Bio', { lines: true, hint: 'A few sentences about you' })}
    </>
  );
}
