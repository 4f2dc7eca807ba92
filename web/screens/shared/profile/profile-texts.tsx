import type { ReactNode } from 'react';
import type { Role } from '#domain/role.ts';
import { hasField, type TextField } from '#web/screens/shared/profile/values.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';

type ProfileTextsProps = {
  role: Role;
  form: {
    field: (name: TextField) => { id: string; error: ReactNode };
    text: (name: TextField) => {
      name: string;
      value: string;
      onChange: (event: { target: { value: string } }) => void;
    };
  };
};

/** Shows the descriptive texts that are useful for the user's role. */
export function ProfileTexts({ role, form }: ProfileTextsProps) {
  const text = (
    name: TextField,
    label: string,
    rest: { hint?: ReactNode; optional?: boolean; lines?: true; input?: Parameters<typeof Input>[0] } = {},
  ) => {
    if (!hasField(role, name)) return null;
    const { hint, optional = true, lines, input } = rest;
    const control = form.text(name);
    return (
      <Field {...form.field(name)} label={label} hint={hint} optional={optional}>
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
