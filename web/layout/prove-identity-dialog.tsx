import { confirmIdentity } from '#contract/second-factor.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { CodeField } from '#web/features/account/code-field.tsx';
import { noProof, proofOf } from '#web/features/account/proof.ts';
import { useSession } from '#web/session/session.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

/** Asks for the password again, and for a code if a second factor is on. */
export function ProveIdentityDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const needsCode = useSession().secondFactor === 'on';
  const form = useBlankForm(
    noProof,
    (values) => problemsOf(confirmIdentity.body, needsCode ? values : proofOf(values), ['password', 'otp']),
    // The page under this dialog has fields with the same names.
    { idOf: (name) => `proof-${name}` },
  );
  const prove = useCommand({
    send: () => call(confirmIdentity, { body: proofOf(form.values) }),
    onDone: onProved,
    failed: form.refuse,
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Confirm that it’s you"
      isPrompt
      asks={false}
      keepOpen
      form={form}
      onSubmit={prove.mutate}
      submitLabel="Confirm"
      pending={prove.isPending}
      pendingText="Checking..."
      failure={prove.isError && form.problems.length === 0 ? sentenceOf(prove.error) : undefined}
      intro={<p>This changes how someone signs in, so please confirm it’s you. You won’t lose what you typed.</p>}
    >
      {needsCode ? <CodeField form={form} /> : null}
      <Field {...form.field('password')} label="Password">
        <PasswordInput {...form.text('password')} autoComplete="current-password" data-autofocus="" />
      </Field>
    </FormDialog>
  );
}
