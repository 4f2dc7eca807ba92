import { ComingScreen } from '#web/layout/coming-screen.tsx';

/** Teachers and substitutes who wait for the school's word. */
export function SchoolPendingApprovals() {
  return <ComingScreen title="Pending Approvals">Applications come to this page with the next version.</ComingScreen>;
}
