import { useQuery } from '@tanstack/react-query';
import { confirmEmail, getEmailLink } from '#contract/email-links.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { CallError } from '#web/api/call-error.tsx';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { useCommand } from '#web/api/use-command.ts';
import { lastOf, LetterPage } from '#web/page/letter-page.tsx';
import { usePlace } from '#web/navigation/place.tsx';
import { profilePath } from '#web/paths.ts';
import { sessionQuery } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';

/**
 * Shows the page of an emailed confirmation link. Opening it changes nothing, because email clients open links, too. A
 * button confirms the address.
 */
export function ConfirmEmail() {
  const code = lastOf(usePlace().path);
  const link = useQuery(reading(['email-link', code], getEmailLink, { params: { code } }));
  const session = useQuery(sessionQuery);
  const confirm = useCommand({ send: () => call(confirmEmail, { params: { code } }) });
  useDocumentTitle('Confirm your email address');
  const failure = link.error ?? confirm.error;
  const isOver = failure instanceof ApiError && failure.status === 404;
  return (
    <LetterPage>
      <PageTitle>Confirm your email address</PageTitle>
      {confirm.isSuccess ? (
        <Banner tone="success" live title="Your email address is confirmed">
          From now on, your email comes here, and you can sign in with this address.
        </Banner>
      ) : isOver ? (
        <>
          <Banner tone="pending">{sentenceOf(failure)}</Banner>
          {session.isPending ? null : (
            <p>
              <a href={session.data ? profilePath[session.data.role] : '/auth'} className={buttonClass()}>
                {session.data ? 'Open my profile' : 'Go to sign-in'}
              </a>
            </p>
          )}
        </>
      ) : link.isError ? (
        <QueryError query={link} title="This could not be loaded" />
      ) : (
        <Loading when={link.isPending} label="Loading" skeleton={<Skeleton className="h-24 rounded-card" />}>
          {() =>
            link.data === undefined ? null : (
              <>
                <p className="wrap-anywhere">
                  Is <span className="font-medium text-ink">{link.data.email}</span> your address, and{' '}
                  <span className="font-medium text-ink">@{link.data.username}</span> your account? If not, close this
                  page.
                </p>
                <CallError error={confirm.error} />
                <div>
                  <Button
                    variant="filled"
                    pending={confirm.isPending}
                    onClick={() => confirm.mutate()}
                    className="min-h-touch"
                  >
                    Confirm email address
                  </Button>
                </div>
              </>
            )
          }
        </Loading>
      )}
      {confirm.isSuccess ? (
        <p>
          <a href="/auth" className={buttonClass('filled')}>
            Open FirstBell
          </a>
        </p>
      ) : null}
    </LetterPage>
  );
}
