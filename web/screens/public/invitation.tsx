import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SessionUser } from '#contract/accounts.ts';
import { productName } from '#domain/product.ts';
import { dashboardPath, type Role } from '#domain/role.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { AcceptForm } from '#web/features/invitations/accept-form.tsx';
import { CodeForm } from '#web/features/invitations/code-form.tsx';
import { codeIn, invitationQuery } from '#web/features/invitations/invitations.ts';
import { dayOf } from '#web/features/people/words.ts';
import { beginSession, sessionQuery } from '#web/features/session.ts';
import { Footer } from '#web/layout/footer.tsx';
import { usePlace } from '#web/navigation/place.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { Mark } from '#web/ui/mark.tsx';
import { ErrorState } from '#web/ui/page-state.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { LoadingPage } from '#web/ui/spinner.tsx';
import { showToastAfterNavigation } from '#web/ui/toast.ts';

/** Where an invitation leads: says whose account it is, has them choose their own password, and lets them in. */
export function Invitation() {
  const code = codeIn(usePlace().path);
  const queries = useQueryClient();
  const invitation = useQuery({ ...invitationQuery(code), enabled: code !== '' });
  const session = useQuery(sessionQuery);
  useDocumentTitle('Your invitation');
  const enter = (user: SessionUser) => {
    beginSession(queries, user);
    showToastAfterNavigation({ title: 'Login successful', text: `Welcome, ${user.fullName || user.username}! Your password is saved.` });
    location.replace(dashboardPath(user.role));
  };

  if (code === '') {
    return (
      <Page title="Open your invitation">
        <p className="mb-5">Enter the code that your school has given you.</p>
        <CodeForm />
      </Page>
    );
  }
  if (invitation.isPending) return <LoadingPage />;
  if (invitation.isError) {
    const isOver = invitation.error instanceof ApiError && invitation.error.status === 404;
    return (
      <Page title={isOver ? 'This invitation does not work' : 'Your invitation'}>
        {isOver ? (
          <>
            <p className="mb-5">{sentenceOf(invitation.error)}</p>
            <CodeForm />
            <p className="mt-5 text-center text-label">
              You have a password already?{' '}
              <a href="/auth" className="link inline-flex min-h-6 items-center font-medium">
                Login
              </a>
            </p>
          </>
        ) : (
          <ErrorState title="Your invitation could not be loaded" onRetry={() => void invitation.refetch()} retrying={invitation.isFetching}>
            {sentenceOf(invitation.error)}
          </ErrorState>
        )}
      </Page>
    );
  }
  const { fullName, username, schoolName, role, expiresAt } = invitation.data;
  const other = session.data && session.data.username !== username ? session.data : null;
  return (
    <Page title={`Welcome to ${productName}`} accent={role}>
      <p className="mb-5">
        {fullName}, {schoolName ?? 'your school'} has made an account for you as a {role}. Choose your own password, and you are in. This invitation works once, until {dayOf(expiresAt, undefined)}.
      </p>
      {other === null ? null : (
        <Banner tone="pending" className="mb-5">
          {other.fullName} is signed in here, and is signed out of this browser when you go on.
        </Banner>
      )}
      <AcceptForm code={code} username={username} onEnter={enter} onGone={() => void invitation.refetch()} />
    </Page>
  );
}

/** In the colours of the role, once it is known. */
function Page({ title, accent, children }: { title: string; accent?: Role; children: ReactNode }) {
  return (
    <div data-role={accent} className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <header className="flex h-header items-center gap-2.5 px-8 text-heading font-semibold tracking-[-0.02em] text-ink max-md:px-4">
        <Mark />
        {productName}
      </header>
      <main className="mx-auto w-full max-w-105 px-4 pt-6 pb-10 md:pt-14">
        <PageTitle className="mb-2">{title}</PageTitle>
        {children}
      </main>
      <Footer className="px-8 py-5 max-md:px-4" />
    </div>
  );
}
