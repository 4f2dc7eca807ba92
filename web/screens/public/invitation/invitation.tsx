import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionUser } from '#contract/session.ts';
import { productName } from '#domain/product.ts';
import { dashboardPath, segmentOf } from '#domain/role.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { AcceptForm } from '#web/screens/public/invitation/accept-form.tsx';
import { JoinForm } from '#web/screens/public/invitation/join-form.tsx';
import { keepDestination } from '#web/navigation/destination.ts';
import { CodeForm } from '#web/screens/public/invitation/code-form.tsx';
import { codeIn, invitationQuery } from '#web/features/invitations/invitations.ts';
import { dayOf } from '#web/words/people.ts';
import { beginSession, sessionQuery } from '#web/session/session.ts';
import { LetterPage } from '#web/page/letter-page.tsx';
import { usePlace } from '#web/navigation/place.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { LoadingPage } from '#web/ui/spinner.tsx';
import { showToastAfterNavigation } from '#web/ui/toast.ts';

/** Shows the page of an invitation: shows the account, asks for a password, and signs in. */
export function Invitation() {
  const code = codeIn(usePlace().path);
  const queries = useQueryClient();
  const invitation = useQuery({ ...invitationQuery(code), enabled: code !== '' });
  const session = useQuery(sessionQuery);
  useDocumentTitle('Your invitation');
  const enter = (user: SessionUser) => {
    beginSession(queries, user);
    showToastAfterNavigation({
      title: 'Login successful',
      text: `Welcome, ${user.fullName || user.username}! Your password is saved.`,
    });
    location.replace(dashboardPath(user.role));
  };

  if (code === '') {
    return (
      <LetterPage>
        <PageTitle>Open your invitation</PageTitle>
        <p>Enter the code that your school gave you.</p>
        <CodeForm />
        <LoginInstead />
      </LetterPage>
    );
  }
  if (invitation.isPending) return <LoadingPage />;
  if (invitation.isError) {
    const isOver = invitation.error instanceof ApiError && invitation.error.status === 404;
    return (
      <LetterPage>
        <PageTitle>{isOver ? 'This invitation doesn’t work' : 'Your invitation'}</PageTitle>
        {isOver ? (
          <>
            <p>{sentenceOf(invitation.error)}</p>
            <CodeForm />
            <LoginInstead />
          </>
        ) : (
          <QueryError query={invitation} title="Your invitation could not be loaded" />
        )}
      </LetterPage>
    );
  }
  const { fullName, username, schoolName, role, expiresAt } = invitation.data;
  const other = session.data && session.data.username !== username ? session.data : null;
  const joined = (isApproved: boolean) => {
    showToastAfterNavigation({
      title:
        role === 'teacher'
          ? `You now teach at ${schoolName ?? 'your school'}`
          : `${schoolName ?? 'The school'} was added to your account`,
      text: joinedText(role, isApproved),
    });
    location.replace(dashboardPath(role));
  };
  const signedOut =
    other === null ? null : (
      <Banner tone="pending">
        {other.fullName} is signed in here and will be signed out of this browser if you continue.
      </Banner>
    );
  const accept = (
    <AcceptForm code={code} username={username} onEnter={enter} onGone={() => void invitation.refetch()} />
  );
  return (
    <LetterPage accent={role}>
      <PageTitle>{`Welcome to ${productName}`}</PageTitle>
      <p>
        {fullName}, {schoolName ?? 'your school'} created an account for you as a {role}. Choose your own password to
        sign in. This invitation works once, until {dayOf(expiresAt, undefined)}.
      </p>
      {other?.role === role ? (
        <>
          <JoinForm
            code={code}
            school={schoolName ?? 'your school'}
            role={role}
            leaves={other.schools.find(({ name }) => name !== schoolName)?.name ?? null}
            name={other.fullName}
            onJoined={joined}
            onGone={() => void invitation.refetch()}
          />
          <details>
            <summary className="min-h-touch cursor-pointer py-2.5 text-label">Use a separate account instead</summary>
            <div className="grid gap-5 pt-2">
              {signedOut}
              {accept}
            </div>
          </details>
        </>
      ) : (
        <>
          {signedOut}
          {accept}
          {other === null ? (
            <p className="text-label">
              {role === 'substitute' ? 'Do you already work at another school?' : 'Do you already have an account?'}{' '}
              <a
                href={`/auth/${segmentOf(role)}`}
                className="link inline-flex min-h-6 items-center font-medium"
                onClick={() => keepDestination(`/invitations/${code}`)}
              >
                Login to use your existing account
              </a>
            </p>
          ) : null}
        </>
      )}
    </LetterPage>
  );
}

function joinedText(role: 'teacher' | 'substitute', isApproved: boolean): string {
  if (role === 'teacher')
    return isApproved ? 'Your account and your password stay the same.' : 'The school has to approve you again first.';
  return isApproved ? 'You’ll see its vacancies right away.' : 'It decides again before you see its vacancies.';
}

function LoginInstead() {
  return (
    <p className="text-label">
      Already have a password?{' '}
      <a href="/auth" className="link inline-flex min-h-6 items-center font-medium">
        Login
      </a>
    </p>
  );
}
