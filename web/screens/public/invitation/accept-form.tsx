import type { FormEvent } from 'react';
import type { SessionUser } from '#contract/session.ts';
import { acceptInvitation } from '#contract/invitations.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useAcceptInvitation } from '#web/features/invitations/invitations.ts';
import { NewPasswordFields, ownPasswordHint, withConfirmation } from '#web/features/account/account-fields.tsx';
import { Consent } from '#web/page/legal-links.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { PrefixedInput } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';

const names = ['password', 'confirmPassword'] as const;

type AcceptFormProps = { code: string; username: string; onEnter: (user: SessionUser) => void; onGone: () => void };

/**
 * The first password of an invited person, which signs them in. `onGone` is called if the invitation no longer works.
 */
export function AcceptForm({ code, username, onEnter, onGone }: AcceptFormProps) {
  const accept = useAcceptInvitation(code);
  const fields = useFormFields(names, check);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (accept.isPending || accept.isSuccess || !fields.accepts(form)) return;
    accept.mutate(inputOf(form), {
      onSuccess: onEnter,
      onError: (error) => {
        if (!(error instanceof ApiError)) return;
        if (error.status === 404) onGone();
        else fields.show(form, error.fields);
      },
    });
  };
  return (
    <form noValidate method="post" onSubmit={submit} {...fields.handlers} className="grid gap-5">
      {accept.isError ? (
        <Banner tone="danger" live>
          {sentenceOf(accept.error)}
        </Banner>
      ) : null}
      <FormSummary problems={fields.problems} attempt={fields.attempt} />
      <Field label="Username" hint="You sign in with it">
        <PrefixedInput
          prefix="@"
          name="username"
          value={username}
          readOnly
          autoComplete="username"
          className="bg-subtle!"
        />
      </Field>
      <NewPasswordFields errors={fields.errors} hint={ownPasswordHint} />
      <Consent act="going on" />
      <Button
        type="submit"
        variant="filled"
        pending={accept.isPending || accept.isSuccess}
        pendingText="Signing in..."
        className="min-h-11.5!"
      >
        Save password and sign in
      </Button>
    </form>
  );
}

function inputOf(form: HTMLFormElement) {
  return { password: textOf(form, 'password'), confirmPassword: textOf(form, 'confirmPassword') };
}

function check(form: HTMLFormElement) {
  const input = inputOf(form);
  return withConfirmation(problemsOf(acceptInvitation.body, input, names), input);
}
