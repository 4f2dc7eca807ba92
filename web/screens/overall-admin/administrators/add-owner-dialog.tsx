import { createUser } from '#contract/users.ts';
import { bareUsername } from '#domain/person.ts';
import { sending } from '#web/api/sending.ts';
import {
  givenPasswordHint,
  NameFields,
  NewPasswordFields,
  withConfirmation,
} from '#web/features/account/account-fields.tsx';
import { useAddOwner } from '#web/screens/overall-admin/administrators/administrators.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { namesOf } from '#web/ui/form-state.ts';
import { Input } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

const blank = { fullName: '', username: '', email: '', password: '', confirmPassword: '' };

/** Creates an account for another platform owner. */
export function AddOwnerDialog({ onClose }: { onClose: () => void }) {
  const form = useBlankForm(blank, check);
  const add = useAddOwner();
  return (
    <FormDialog
      onClose={onClose}
      title="Add Platform Owner"
      form={form}
      onSubmit={() => add.mutate(inputOf(form.values), { onSuccess: onClose, onError: form.refuse })}
      submitLabel="Add Platform Owner"
      {...sending(add, 'Adding...')}
      intro={<p>A platform owner sees and runs all schools, and can add and disable other owners.</p>}
    >
      <NameFields form={form} />
      <Field {...form.field('email')} label="Email" optional hint="For password resets and notifications">
        <Input {...form.text('email')} type="email" inputMode="email" autoComplete="off" />
      </Field>
      <NewPasswordFields form={form} hint={givenPasswordHint} />
    </FormDialog>
  );
}

function inputOf(values: typeof blank) {
  return {
    ...values,
    username: bareUsername(values.username),
    role: 'overall_admin' as const,
    isApproved: true,
    isActive: true,
    isPlatformOwner: true,
  };
}

function check(values: typeof blank) {
  return withConfirmation(problemsOf(createUser.body, inputOf(values), namesOf(values)), values);
}
