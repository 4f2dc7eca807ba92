import { lazy, Suspense, type ReactNode } from 'react';
import type { SessionUser } from '#contract/accounts.ts';
import { useSession } from '#web/features/session.ts';
import { Shell } from '#web/layout/shell.tsx';
import { SignInAgain } from '#web/layout/sign-in-again.tsx';
import { LoadingPage } from '#web/ui/spinner.tsx';

const ApprovalPendingPage = lazy(async () => ({ default: (await import('#web/layout/approval-pending.tsx')).ApprovalPendingPage }));
const NoAccess = lazy(async () => ({ default: (await import('#web/layout/no-access.tsx')).NoAccess }));

/** What a signed-in person sees below their dashboard: the screens, or the page that says why not yet. */
export function GuardedDashboard({ children }: { children: ReactNode }) {
  return (
    <>
      <Dashboard>{children}</Dashboard>
      <SignInAgain />
    </>
  );
}

function Dashboard({ children }: { children: ReactNode }) {
  const user = useSession();
  if (user.role === 'overall_admin' && !user.isPlatformOwner) return <Suspense fallback={<LoadingPage />}><NoAccess /></Suspense>;
  if (waitsForApproval(user)) return <Suspense fallback={<LoadingPage />}><ApprovalPendingPage /></Suspense>;
  return <Shell>{children}</Shell>;
}

/** Whether the account may do nothing yet. A waiting substitute may get ready, where the installation lets them. */
function waitsForApproval(user: SessionUser): boolean {
  if (user.isApproved || user.role === 'overall_admin') return false;
  return user.role !== 'substitute' || user.pendingAccess === 'blocked';
}
