import { ComingScreen } from '#web/layout/coming-screen.tsx';

/** School administrators who wait for approval. */
export function OwnerPendingApprovals() {
  return <ComingScreen title="Pending Approvals">School administrators who wait come to this page with the next version.</ComingScreen>;
}
