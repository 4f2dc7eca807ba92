import { createUser } from '#contract/users.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import {
  givenPasswordHint,
  NameFields,
  NewPasswordFields,
  withConfirmation,
} from '#web/features/account/account-fields.tsx';
import { useAddOwner } from '#web/screens/overall-admin/administrators/administrators.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';

const names = ['fullName', 'username', 'email', 'password', 'confirmPassword'] as const;

/** Creates an account for another platform owner. */
export function AddOwnerDialog({ onClose }: { onClose: () => void }) {
  const fields = useFormFields(names, check);
  const add = useAddOwner();
  const send = (form: HTMLFormElement) =>
    add.mutate(inputOf(form), {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof ApiError) fields.show(form, error.fields);
      },
    });
  return (
    <FormDialog
      onClose={onClose}
      title="Add Platform Owner"
      fields={fields}
      onSubmit={send}
      submitLabel="Add Platform Owner"
      pending={add.isPending}
      pendingText="Adding..."
      failure={add.isError ? sentenceOf(add.error) : undefined}
      intro={<p>A platform owner sees and runs all schools, and can add and disable other owners.</p>}
    >
      <NameFields errors={fields.errors} />
      <Field
        id="field-email"
        label="Email"
        optional
        hint="For password resets and notifications"
        error={fields.errors.email}
      >
        <Input name="email" type="email" inputMode="email" autoComplete="off" />
      </Field>
      <NewPasswordFields errors={fields.errors} hint={givenPasswordHint} />
    </FormDialog>
  );
}

function inputOf(form: HTMLFormElement) {
  const text = (name: (typeof names)[number]) => textOf(form, name);
  return {
    fullName: text('fullName'),
    username: text('username').trim().replace(/^@/, ''),
    email: text('email'),
    password: text('password'),
    confirmPassword: text('confirmPassword'),
    role: 'overall_admin' as const,
    isApproved: true,
    isActive: true,
    isPlatformOwner: true,
  };
}

function check(form: HTMLFormElement) {
  const input = inputOf(form);
  return withConfirmation(problemsOf(createUser.body, input, names), input);
}
