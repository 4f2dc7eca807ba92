import { createUser } from '#contract/users.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import {
  givenPasswordHint,
  NameFields,
  NewPasswordFields,
  withConfirmation,
} from '#web/features/account/account-fields.tsx';
import { type ManagedRole, useAddPerson } from '#web/features/managed/managed.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';

const names = [
  'fullName',
  'username',
  'email',
  'phone',
  'department',
  'subjects',
  'qualifications',
  'preferredSubjects',
  'password',
  'confirmPassword',
] as const;

type AddPersonDialogProps = { kind: ManagedRole; schoolId: number; onClose: () => void };

/** The form for another person's account. They can sign in right away. */
export function AddPersonDialog({ kind, schoolId, onClose }: AddPersonDialogProps) {
  const fields = useFormFields(names, (form) => check(form, kind, schoolId));
  const add = useAddPerson(kind);
  const isTeacher = kind === 'teacher';
  const noun = isTeacher ? 'Teacher' : 'Substitute';
  const said = add.isError ? sentenceOf(add.error) : undefined;
  const send = (form: HTMLFormElement) =>
    add.mutate(inputOf(form, kind, schoolId), {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof ApiError) fields.show(form, error.fields);
      },
    });
  const optional = (name: (typeof names)[number], label: string, type: 'text' | 'email' | 'tel' = 'text') => (
    <Field id={`field-${name}`} label={label} optional error={fields.errors[name]}>
      <Input name={name} type={type} inputMode={type} autoComplete="off" />
    </Field>
  );
  return (
    <FormDialog
      onClose={onClose}
      title={`Add ${noun}`}
      fields={fields}
      onSubmit={send}
      submitLabel={`Add ${noun}`}
      pending={add.isPending}
      pendingText="Adding..."
      failureTitle={isTeacher ? undefined : 'Error adding substitute'}
      failure={isTeacher && said !== undefined ? `Failed to add teacher: ${said}` : said}
    >
      <NameFields errors={fields.errors} />
      {optional('email', 'Email', 'email')}
      {optional('phone', 'Phone', 'tel')}
      {isTeacher ? (
        <>
          {optional('department', 'Department')}
          {optional('subjects', 'Subjects')}
        </>
      ) : (
        <>
          {optional('qualifications', 'Qualifications')}
          {optional('preferredSubjects', 'Preferred Subjects')}
        </>
      )}
      <NewPasswordFields errors={fields.errors} hint={givenPasswordHint} />
    </FormDialog>
  );
}

/** Source: the payload of POST /api/users in the specification. */
function inputOf(form: HTMLFormElement, role: ManagedRole, schoolId: number) {
  const text = (name: (typeof names)[number]) => textOf(form, name);
  const own = JSON.stringify([schoolId]);
  return {
    fullName: text('fullName'),
    username: text('username').trim().replace(/^@/, ''),
    email: text('email'),
    phone: text('phone'),
    password: text('password'),
    confirmPassword: text('confirmPassword'),
    role,
    isApproved: true,
    isActive: true,
    isPlatformOwner: false,
    ...(role === 'teacher'
      ? { schoolId, department: text('department'), subjects: text('subjects') }
      : {
          qualifications: text('qualifications'),
          preferredSubjects: text('preferredSubjects'),
          selectedSchoolIds: own,
          approvedSchoolIds: own,
        }),
  };
}

function check(form: HTMLFormElement, role: ManagedRole, schoolId: number) {
  const input = inputOf(form, role, schoolId);
  return withConfirmation(problemsOf(createUser.body, input, names), input);
}
