import { useState, type ReactNode } from 'react';
import type { SessionUser } from '#contract/session.ts';
import { useAskedByCalls } from '#web/layout/use-asked-by-calls.ts';
import { part } from '#web/ui/part.tsx';
import { useSession } from '#web/session/session.ts';
import { Live } from '#web/layout/live.tsx';
import { Shell } from '#web/layout/shell.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { LoadingPage } from '#web/ui/spinner.tsx';

const SignInDialog = part(() => import('#web/layout/sign-in-dialog.tsx'), 'SignInDialog');

/**
 * Active on every dashboard: if the session ends during work, the page stays with everything typed in it, and its user
 * signs in again in a dialog. It asks once, no matter how many calls were refused.
 */
function SignInAgain() {
  const { asked, answer } = useAskedByCalls('not_signed_in');
  // The file may be unreachable, like the server. Then signing in isn't possible.
  return asked ? <SignInDialog onSignedIn={() => answer(true)} onClose={() => answer(false)} /> : null;
}

const ProveIdentityDialog = part(() => import('#web/layout/prove-identity-dialog.tsx'), 'ProveIdentityDialog');

/** Active on every dashboard: asks users to confirm their identity before sign-in details are changed. */
function ProveIdentity() {
  const { asked, answer } = useAskedByCalls('identity_unproved');
  return asked ? <ProveIdentityDialog onProved={() => answer(true)} onClose={() => answer(false)} /> : null;
}

const loading = { fallback: <LoadingPage />, isPage: true };
const ApprovalPendingPage = part(() => import('#web/layout/approval-pending.tsx'), 'ApprovalPendingPage', loading);
const SecondFactorPage = part(() => import('#web/layout/second-factor-page.tsx'), 'SecondFactorPage', loading);
const NoAccess = part(() => import('#web/layout/no-access.tsx'), 'NoAccess', loading);

/** Shows the screens of a signed-in user, or the page that says why they can't be shown yet. */
export function GuardedDashboard({ children }: { children: ReactNode }) {
  return (
    <>
      <Dashboard>{children}</Dashboard>
      <SignInAgain />
      <ProveIdentity />
      <Live />
    </>
  );
}

function Dashboard({ children }: { children: ReactNode }) {
  const user = useSession();
  const layer = useLayer('set-up');
  // Once the setup has started, it stays until it is closed, because the recovery codes are shown once.
  const [isSettingUp, setSettingUp] = useState(false);
  const isRequired = user.secondFactor === 'required';
  if (layer.open !== null && isRequired && !isSettingUp) setSettingUp(true);
  if (layer.open === null && isSettingUp) setSettingUp(false);
  if (user.role === 'overall_admin' && !user.isPlatformOwner) return <NoAccess />;
  if (waitsForApproval(user)) return <ApprovalPendingPage />;
  if (isRequired || isSettingUp)
    return (
      <SecondFactorPage isSettingUp={isSettingUp} onSetUp={() => layer.show('second-factor')} onClose={layer.close} />
    );
  return <Shell>{children}</Shell>;
}

/**
 * Returns whether the account can't do anything yet. An unapproved substitute can get ready if the installation allows
 * it.
 */
function waitsForApproval(user: SessionUser): boolean {
  if (user.isApproved || user.role === 'overall_admin') return false;
  return user.role !== 'substitute' || user.pendingAccess === 'blocked';
}
