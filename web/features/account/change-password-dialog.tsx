import { useMutation } from '@tanstack/react-query';
import { changeOwnPassword } from '#contract/accounts.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { sending } from '#web/api/sending.ts';
import { NewPasswordFields, ownPasswordHint } from '#web/features/account/account-fields.tsx';
import { useSession } from '#web/session/session.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { checkedBy } from '#web/ui/problems.ts';
import { showToast } from '#web/ui/toast.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

const blank = { currentPassword: '', password: '', confirmPassword: '' };

/** Changes one's own password and ends all other sessions of the account. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const changed = useChanged();
  const { passwordSetByOther } = useSession();
  const form = useBlankForm(blank, checkedBy(changeOwnPassword.body));
  const change = useMutation({
    mutationFn: () => call(changeOwnPassword, { body: form.values }),
    onSuccess: () => {
      showToast({ title: 'Password changed', text: 'Your other sessions have been signed out.' });
      onClose();
      return changed('account');
    },
    onError: (error) => {
      showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
      form.refuse(error);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={passwordSetByOther ? 'Choose your own password' : 'Change password'}
      form={form}
      onSubmit={change.mutate}
      submitLabel="Change password"
      {...sending(change, 'Saving...')}
    >
      <Field {...form.field('currentPassword')} label="Current Password">
        <PasswordInput {...form.text('currentPassword')} autoComplete="current-password" data-autofocus="" />
      </Field>
      <NewPasswordFields form={form} label="New Password" hint={ownPasswordHint} />
    </FormDialog>
  );
}
