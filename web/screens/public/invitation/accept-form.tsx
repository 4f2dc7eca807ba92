import type { SessionUser } from '#contract/session.ts';
import { acceptInvitation } from '#contract/invitations.ts';
import { CallError } from '#web/api/call-error.tsx';
import { ApiError } from '#web/api/errors.ts';
import { useAcceptInvitation } from '#web/features/invitations/invitations.ts';
import {
  KnownUsername,
  NewPasswordFields,
  noPassword,
  ownPasswordHint,
  passwordCheck,
} from '#web/features/account/account-fields.tsx';
import { Consent } from '#web/page/legal-links.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Form } from '#web/ui/form.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

type AcceptFormProps = { code: string; username: string; onEnter: (user: SessionUser) => void; onGone: () => void };

/**
 * Shows the first password of an invited person, which signs them in. `onGone` is called if the invitation no longer
 * works.
 */
export function AcceptForm({ code, username, onEnter, onGone }: AcceptFormProps) {
  const accept = useAcceptInvitation(code);
  const form = useBlankForm(noPassword, passwordCheck(acceptInvitation.body));
  const submit = () => {
    if (accept.isPending || accept.isSuccess || !form.accepts()) return;
    accept.mutate(form.values, {
      onSuccess: onEnter,
      onError: (error) => {
        if (error instanceof ApiError && error.status === 404) onGone();
        else form.refuse(error);
      },
    });
  };
  return (
    <Form method="post" onSubmit={submit} {...form.handlers} className="grid gap-5">
      <CallError error={accept.error} />
      <FormSummary problems={form.problems} attempt={form.attempt} />
      <KnownUsername username={username} hint="You sign in with it" />
      <NewPasswordFields form={form} hint={ownPasswordHint} />
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
    </Form>
  );
}
