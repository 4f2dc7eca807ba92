import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { ComingScreen } from '#web/layout/coming-screen.tsx';
import { buttonClass } from '#web/ui/button.tsx';

/** The teachers of the school. */
export function ManageTeachers() {
  return (
    <ComingScreen
      title="Manage Teachers"
      action={
        <Link to={paths.schoolAdmin.pendingApprovals} className={buttonClass()}>
          Pending Approvals
        </Link>
      }
    >
      Your teachers come to this page with the next version. New ones can register and are approved under Pending Approvals.
    </ComingScreen>
  );
}
