import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/person.ts';
import { sendEmailLink } from '#contract/email-links.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { noticeSettingsQuery } from '#web/features/notices/notice-settings.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/**
 * Shows a banner while the user's own email address is not confirmed, or if the last email couldn't be delivered there.
 */
export function EmailBanner({ user: { email, emailConfirmed, failedChannels = [] } }: { user: User }) {
  if (emailConfirmed === false) return <ConfirmEmail email={email ?? ''} />;
  if (!failedChannels.includes('email')) return null;
  return (
    <Banner tone="danger" title="Our last email couldn’t be delivered" className="mb-4">
      If your email address is wrong or no longer yours, change it here.
    </Banner>
  );
}

/** It promises a link only if mail is set up. */
function ConfirmEmail({ email }: { email: string }) {
  const send = useCommand({ send: () => call(sendEmailLink) });
  const settings = useQuery(noticeSettingsQuery);
  if (settings.data === undefined) return null;
  if (!settings.data.isSetUp.email)
    return (
      <Banner title="Your email address isn’t confirmed" className="mb-4">
        Email isn’t set up on this server yet, so we can’t send you a link. Sign in with your username.
      </Banner>
    );
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
          ? `Open the link in the email we sent to ${email}. Then we’ll use this address for email, and you can sign in with it.`
          : `We sent another link to ${send.data.email}. It may take a minute.`}
    </Banner>
  );
}
