import { useMutation } from '@tanstack/react-query';
import { changeOwnPassword } from '#contract/accounts.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { NewPasswordFields, ownPasswordHint } from '#web/features/account/account-fields.tsx';
import { useSession } from '#web/session/session.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { showToast } from '#web/ui/toast.ts';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';

const names = ['currentPassword', 'password', 'confirmPassword'] as const;

/** Changes one's own password and ends all other sessions of the account. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const changed = useChanged();
  const { passwordSetByOther } = useSession();
  const fields = useFormFields(names, (form) => problemsOf(changeOwnPassword.body, inputOf(form), names));
  const change = useMutation({
    mutationFn: (form: HTMLFormElement) => call(changeOwnPassword, { body: inputOf(form) }),
    onSuccess: () => {
      showToast({ title: 'Password changed', text: 'Your other sessions have been signed out.' });
      onClose();
      return changed('account');
    },
    onError: (error, form) => {
      showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
      if (error instanceof ApiError) fields.show(form, error.fields);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={passwordSetByOther ? 'Choose your own password' : 'Change password'}
      fields={fields}
      onSubmit={change.mutate}
      submitLabel="Change password"
      pending={change.isPending}
      pendingText="Saving..."
      failure={change.isError ? sentenceOf(change.error) : undefined}
    >
      <Field id="field-currentPassword" label="Current Password" error={fields.errors.currentPassword}>
        <PasswordInput name="currentPassword" autoComplete="current-password" data-autofocus="" />
      </Field>
      <NewPasswordFields errors={fields.errors} label="New Password" hint={ownPasswordHint} />
    </FormDialog>
  );
}

function inputOf(form: HTMLFormElement) {
  return {
    currentPassword: textOf(form, 'currentPassword'),
    password: textOf(form, 'password'),
    confirmPassword: textOf(form, 'confirmPassword'),
  };
}
