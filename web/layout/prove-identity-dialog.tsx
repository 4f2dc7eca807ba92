import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { confirmIdentity } from '#contract/second-factor.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { CodeField } from '#web/features/account/code-field.tsx';
import { proofOf } from '#web/features/account/proof.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { useFormFields } from '#web/ui/use-form-fields.ts';

const names = ['password', 'otp'] as const;

/** Asks for the password again, and for a code if a second factor is on. */
export function ProveIdentityDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const needsCode = useSession().secondFactor === 'on';
  const fields = useFormFields(names, (form) =>
    problemsOf(confirmIdentity.body, { ...(needsCode && { otp: '' }), ...proofOf(form) }, names),
  );
  const prove = useMutation({
    mutationFn: (form: HTMLFormElement) => call(confirmIdentity, { body: proofOf(form) }),
    onSuccess: onProved,
    onError: (error, form) => {
      if (error instanceof ApiError) fields.show(form, error.fields);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!prove.isPending && fields.accepts(event.currentTarget)) prove.mutate(event.currentTarget);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title="Confirm that it’s you"
      isPrompt
      keepOpen
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" variant="filled" pending={prove.isPending} pendingText="Checking...">
            Confirm
          </Button>
        </>
      }
    >
      <p>This changes how someone signs in, so please confirm it’s you. You won’t lose what you typed.</p>
      {prove.isError && fields.problems.length === 0 ? (
        <Banner tone="danger" live>
          {sentenceOf(prove.error)}
        </Banner>
      ) : null}
      <div className="grid gap-4.5" {...fields.handlers}>
        <FormSummary problems={fields.problems} attempt={fields.attempt} />
        {needsCode ? <CodeField error={fields.errors.otp} /> : null}
        <Field id="field-password" label="Password" error={fields.errors.password}>
          <PasswordInput name="password" autoComplete="current-password" data-autofocus="" />
        </Field>
      </div>
    </Dialog>
  );
}
