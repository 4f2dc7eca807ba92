import { resetPassword } from '#contract/users.ts';
import { personLimits } from '#domain/person.ts';
import { isUnanswered } from '#web/api/errors.ts';
import { sending } from '#web/api/sending.ts';
import { WhichAccount } from '#web/features/people/which-account.tsx';
import { isJustReset, useResetPassword, type PersonDialogProps } from '#web/features/managed/managed.ts';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

/** Sets another person's password, or says why the school can't. */
export function ResetPasswordDialog({ person, changed, onClose }: PersonDialogProps) {
  const reset = useResetPassword();
  const form = useBlankForm({ newPassword: '' }, (values) =>
    problemsOf(resetPassword.body, { userId: person.id, ...values }, ['newPassword']),
  );
  // An attempt without a reply may have reset it.
  const isAgain = isJustReset(reset.error) || isUnanswered(reset.error);
  const title = `Reset ${person.fullName}’s password`;
  if (person.can?.includes('resetPassword') !== true) {
    return (
      <Dialog onClose={onClose} title={title} footer={<CloseButton>Close</CloseButton>}>
        <p>
          {person.fullName} also belongs to another school, so you can’t reset this password. The platform owner can.
        </p>
      </Dialog>
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      changed={changed}
      form={form}
      onSubmit={() =>
        reset.mutate(
          { person, ...form.values, unlessJustReset: !isAgain },
          { onSuccess: onClose, onError: form.refuse },
        )
      }
      submitLabel={isJustReset(reset.error) ? 'Reset Again' : 'Reset Password'}
      {...sending(reset, 'Resetting...')}
      intro={
        <>
          <WhichAccount of={person} />
          <p className="mt-2">
            Tell {person.fullName} the new password yourself. We don’t email it. They’ll be signed out everywhere,
            notified of the reset, and asked to choose their own.
          </p>
        </>
      }
    >
      <Field
        {...form.field('newPassword')}
        label="New Password"
        hint={`At least ${personLimits.password.minByAdmin} characters`}
      >
        <PasswordInput {...form.text('newPassword')} autoComplete="off" data-autofocus="" />
      </Field>
    </FormDialog>
  );
}
