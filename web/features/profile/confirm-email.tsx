import { useMutation } from '@tanstack/react-query';
import { sendEmailLink } from '#contract/email-links.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** The own email address waits for the link that was sent to it. */
export function ConfirmEmail({ email }: { email: string }) {
  const send = useMutation({ mutationFn: () => call(sendEmailLink) });
  return (
    <Banner
      tone={send.isError ? 'danger' : 'pending'}
      live
      title="Confirm your email address"
      className="mb-4"
      actions={
        <Button pending={send.isPending} onClick={() => send.mutate()}>
          Send the link again
        </Button>
      }
    >
      {send.isError
        ? sentenceOf(send.error)
        : send.data === undefined
          ? `Open the link in the email we sent to ${email}. Then your email goes there, and you can sign in with it.`
          : send.data.isSetUp
            ? `We sent another link to ${send.data.email}. It may take a minute.`
            : 'Email is not set up on this server yet: none goes out.'}
    </Banner>
  );
}
