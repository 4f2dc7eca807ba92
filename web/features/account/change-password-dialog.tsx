import { changeOwnPassword } from '#contract/accounts.ts';
import { call } from '#web/api/client.ts';
import { isAboutField } from '#web/api/refusal.ts';
import { sending } from '#web/api/sending.ts';
import { useCommand } from '#web/api/use-command.ts';
import { NewPasswordFields, ownPasswordHint } from '#web/features/account/account-fields.tsx';
import { useSession } from '#web/session/session.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { checkedBy } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

const blank = { currentPassword: '', password: '', confirmPassword: '' };

/** Changes one's own password and ends all other sessions of the account. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { passwordSetByOther } = useSession();
  const form = useBlankForm(blank, checkedBy(changeOwnPassword.body));
  const change = useCommand({
    send: () => call(changeOwnPassword, { body: form.values }),
    toast: { title: 'Password changed', text: 'Your other sessions have been signed out.' },
    onDone: onClose,
    changes: ['account'],
    failed: 'Error',
  });
  return (
    <FormDialog
      onClose={onClose}
      title={passwordSetByOther ? 'Choose your own password' : 'Change password'}
      form={form}
      onSubmit={() => change.mutate(undefined, { onError: form.refuse })}
      submitLabel="Change password"
      {...sending({ ...change, error: isAboutField(change.error) ? null : change.error }, 'Saving...')}
    >
      <Field {...form.field('currentPassword')} label="Current Password">
        <PasswordInput {...form.text('currentPassword')} autoComplete="current-password" data-autofocus="" />
      </Field>
      <NewPasswordFields form={form} label="New Password" hint={ownPasswordHint} />
    </FormDialog>
  );
}
