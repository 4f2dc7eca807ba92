import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { ComingScreen } from '#web/layout/coming-screen.tsx';
import { buttonClass } from '#web/ui/button.tsx';

/** A school's day and its month in figures. */
export function SchoolAdminDashboard() {
  return (
    <ComingScreen
      title="Dashboard"
      action={
        <Link to={paths.schoolAdmin.pendingApprovals} className={buttonClass()}>
          Pending Approvals
        </Link>
      }
    >
      Counts and monthly reports come to this page with the next version. Who waits for your word is under Pending Approvals.
    </ComingScreen>
  );
}
