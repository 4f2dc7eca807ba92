import { createUser } from '#contract/users.ts';
import { bareUsername } from '#domain/person.ts';
import { sentenceOf } from '#web/api/errors.ts';
import {
  givenPasswordHint,
  NameFields,
  NewPasswordFields,
  withConfirmation,
} from '#web/features/account/account-fields.tsx';
import { type ManagedRole, useAddPerson } from '#web/features/managed/managed.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { namesOf } from '#web/ui/form-state.ts';
import { Input } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

const blank = {
  fullName: '',
  username: '',
  email: '',
  phone: '',
  department: '',
  subjects: '',
  qualifications: '',
  preferredSubjects: '',
  password: '',
  confirmPassword: '',
};

type AddPersonDialogProps = { kind: ManagedRole; schoolId: number; onClose: () => void };

/** Everything for an account of somebody else, who can sign in at once. */
export function AddPersonDialog({ kind, schoolId, onClose }: AddPersonDialogProps) {
  const form = useBlankForm(blank, (values) => check(values, kind, schoolId));
  const add = useAddPerson(kind);
  const isTeacher = kind === 'teacher';
  const noun = isTeacher ? 'Teacher' : 'Substitute';
  const said = add.isError ? sentenceOf(add.error) : undefined;
  const optional = (name: keyof typeof blank, label: string, type: 'text' | 'email' | 'tel' = 'text') => (
    <Field {...form.field(name)} label={label} optional>
      <Input {...form.text(name)} type={type} inputMode={type} autoComplete="off" />
    </Field>
  );
  return (
    <FormDialog
      onClose={onClose}
      title={`Add ${noun}`}
      form={form}
      onSubmit={() => add.mutate(inputOf(form.values, kind, schoolId), { onSuccess: onClose, onError: form.refuse })}
      submitLabel={`Add ${noun}`}
      pending={add.isPending}
      pendingText="Adding..."
      failureTitle={isTeacher ? undefined : 'Error adding substitute'}
      failure={isTeacher && said !== undefined ? `Failed to add teacher: ${said}` : said}
    >
      <NameFields form={form} />
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
      <NewPasswordFields form={form} hint={givenPasswordHint} />
    </FormDialog>
  );
}

/** Source: the payload of POST /api/users in the specification. */
function inputOf(values: typeof blank, role: ManagedRole, schoolId: number) {
  const { department, subjects, qualifications, preferredSubjects, ...rest } = values;
  const own = JSON.stringify([schoolId]);
  return {
    ...rest,
    username: bareUsername(rest.username),
    role,
    isApproved: true,
    isActive: true,
    isPlatformOwner: false,
    ...(role === 'teacher'
      ? { schoolId, department, subjects }
      : { qualifications, preferredSubjects, selectedSchoolIds: own, approvedSchoolIds: own }),
  };
}

function check(values: typeof blank, role: ManagedRole, schoolId: number) {
  return withConfirmation(problemsOf(createUser.body, inputOf(values, role, schoolId), namesOf(values)), values);
}
