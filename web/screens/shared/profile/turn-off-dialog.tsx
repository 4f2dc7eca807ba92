import { endSecondFactor } from '#contract/second-factor.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { isAboutField } from '#web/api/refusal.ts';
import { useCommand } from '#web/api/use-command.ts';
import { CodeField } from '#web/features/account/code-field.tsx';
import { noProof } from '#web/features/account/proof.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { checkedBy } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

/** Turns off the user's second factor, with password and code. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const form = useBlankForm(noProof, checkedBy(endSecondFactor.body));
  const end = useCommand({
    send: () => call(endSecondFactor, { body: form.values }),
    toast: { title: 'Second factor is off', text: 'You now sign in with your password alone.' },
    onDone: onClose,
    changes: ['second_factor'],
    failed: form.refuse,
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Turn off your second factor"
      form={form}
      onSubmit={() => end.mutate()}
      submitLabel="Turn it off"
      submitVariant="danger"
      pending={end.isPending}
      pendingText="Checking..."
      failure={end.isError && !isAboutField(end.error) ? sentenceOf(end.error) : undefined}
    >
      <CodeField form={form} />
      <Field {...form.field('password')} label="Password">
        <PasswordInput {...form.text('password')} autoComplete="current-password" />
      </Field>
    </FormDialog>
  );
}
