import { resetPassword, type User } from '#contract/users.ts';
import { personLimits } from '#domain/person.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useResetPassword } from '#web/features/managed/managed.ts';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';

const names = ['newPassword'] as const;

type ResetPasswordDialogProps = {
  person: User;
  /** What has changed since it opened. */
  changed: string | null;
  onClose: () => void;
};

/** Sets another person's password, or says why the school can't. */
export function ResetPasswordDialog({ person, changed, onClose }: ResetPasswordDialogProps) {
  const reset = useResetPassword();
  const bodyOf = (form: HTMLFormElement) => ({ userId: person.id, newPassword: textOf(form, 'newPassword') });
  const fields = useFormFields(names, (form) => problemsOf(resetPassword.body, bodyOf(form), names));
  const title = `Reset ${person.fullName}’s password`;
  if (person.can?.includes('resetPassword') !== true) {
    return (
      <Dialog open onClose={onClose} title={title} footer={<CloseButton>Close</CloseButton>}>
        <p>
          {person.fullName} also belongs to another school, so you can’t reset this password. The platform owner can.
        </p>
      </Dialog>
    );
  }
  const send = (form: HTMLFormElement) =>
    reset.mutate(
      { person, newPassword: textOf(form, 'newPassword') },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (error instanceof ApiError) fields.show(form, error.fields);
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      changed={changed}
      fields={fields}
      onSubmit={send}
      submitLabel="Reset Password"
      pending={reset.isPending}
      pendingText="Resetting..."
      failure={reset.isError ? sentenceOf(reset.error) : undefined}
      intro={
        <p>
          Tell {person.fullName} the new password yourself. We don’t email it. They’ll be signed out everywhere,
          notified of the reset, and asked to choose their own.
        </p>
      }
    >
      <Field
        id="field-newPassword"
        label="New Password"
        hint={`At least ${personLimits.password.minByAdmin} characters`}
        error={fields.errors.newPassword}
      >
        <PasswordInput name="newPassword" autoComplete="off" data-autofocus="" />
      </Field>
    </FormDialog>
  );
}
