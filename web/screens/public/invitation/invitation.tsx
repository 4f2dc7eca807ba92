import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getInvitation } from '#contract/invitations.ts';
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
import { focusHeading } from '#web/ui/focus-heading.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { LoadingPage } from '#web/ui/spinner.tsx';
import { showToastAfterNavigation } from '#web/ui/toast.ts';

/** Shows the page of an invitation: shows the account, asks for a password, and signs in. */
export function Invitation() {
  const code = codeIn(usePlace().path);
  const invitation = useQuery({ ...invitationQuery(code), enabled: code !== '' });
  const session = useQuery(sessionQuery);
  useDocumentTitle('Your invitation');
  // The form that had focus was replaced.
  useEffect(() => {
    if (invitation.isRefetchError) focusHeading();
  }, [invitation.isRefetchError]);
  if (code === '')
    return <AskForCode title="Open your invitation">Enter the code that your school gave you.</AskForCode>;
  if (invitation.isPending) return <LoadingPage />;
  if (invitation.isSuccess)
    return (
      <Welcome
        code={code}
        invitation={invitation.data}
        reader={session.data ?? null}
        onGone={() => void invitation.refetch()}
      />
    );
  if (invitation.error instanceof ApiError && invitation.error.status === 404)
    return <AskForCode title="This invitation doesn’t work">{sentenceOf(invitation.error)}</AskForCode>;
  return (
    <LetterPage>
      <PageTitle>Your invitation</PageTitle>
      <QueryError query={invitation} title="Your invitation could not be loaded" />
    </LetterPage>
  );
}

function AskForCode({ title, children }: { title: string; children: string }) {
  return (
    <LetterPage>
      <PageTitle>{title}</PageTitle>
      <p>{children}</p>
      <CodeForm />
      <p className="text-label">
        Already have a password?{' '}
        <a href="/auth" className="link inline-flex min-h-6 items-center font-medium">
          Login
        </a>
      </p>
    </LetterPage>
  );
}

type WelcomeProps = {
  code: string;
  invitation: ReplyOf<typeof getInvitation>;
  /** The person who is signed in here. */
  reader: SessionUser | null;
  onGone: () => void;
};

/** Lets the invited person choose a password, or use the account of the same role that is signed in here. */
function Welcome({ code, invitation, reader, onGone }: WelcomeProps) {
  const { fullName, username, schoolName, role, expiresAt } = invitation;
  const queries = useQueryClient();
  const other = reader?.username === username ? null : reader;
  const school = schoolName ?? 'your school';
  const enter = (user: SessionUser) => {
    beginSession(queries, user);
    showToastAfterNavigation({
      title: 'Login successful',
      text: `Welcome, ${user.fullName || user.username}! Your password is saved.`,
    });
    location.replace(dashboardPath(user.role));
  };
  const joined = (isApproved: boolean) => {
    showToastAfterNavigation({
      title:
        role === 'teacher' ? `You now teach at ${school}` : `${schoolName ?? 'The school'} was added to your account`,
      text: joinedText(role, isApproved),
    });
    location.replace(dashboardPath(role));
  };
  const accept = (
    <>
      {other === null ? null : (
        <Banner tone="pending">
          {other.fullName} is signed in here and will be signed out of this browser if you continue.
        </Banner>
      )}
      <AcceptForm code={code} username={username} onEnter={enter} onGone={onGone} />
    </>
  );
  return (
    <LetterPage accent={role}>
      <PageTitle>{`Welcome to ${productName}`}</PageTitle>
      <p>
        {fullName}, {school} created an account for you as a {role}. Choose your own password to sign in. This
        invitation works once, until <span className="whitespace-nowrap">{dayOf(expiresAt, undefined)}</span>.
      </p>
      {other?.role === role ? (
        <>
          <JoinForm
            code={code}
            school={school}
            role={role}
            leaves={other.schools.find(({ name }) => name !== schoolName)?.name ?? null}
            name={other.fullName}
            onJoined={joined}
            onGone={onGone}
          />
          <details>
            <summary className="min-h-touch cursor-pointer py-2.5 text-label">Use a separate account instead</summary>
            <div className="grid gap-5 pt-2">{accept}</div>
          </details>
        </>
      ) : (
        accept
      )}
      {other === null ? <OwnAccount code={code} role={role} /> : null}
    </LetterPage>
  );
}

function OwnAccount({ code, role }: { code: string; role: 'teacher' | 'substitute' }) {
  return (
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
  );
}

function joinedText(role: 'teacher' | 'substitute', isApproved: boolean): string {
  if (role === 'teacher')
    return isApproved ? 'Your account and your password stay the same.' : 'The school has to approve you again first.';
  return isApproved ? 'You’ll see its vacancies right away.' : 'It decides again before you see its vacancies.';
}
