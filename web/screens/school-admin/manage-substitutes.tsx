import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { ComingScreen } from '#web/layout/coming-screen.tsx';
import { buttonClass } from '#web/ui/button.tsx';

/** The substitutes who chose the school. */
export function ManageSubstitutes() {
  return (
    <ComingScreen
      title="Manage Substitutes"
      action={
        <Link to={paths.schoolAdmin.pendingApprovals} className={buttonClass()}>
          Pending Approvals
        </Link>
      }
    >
      Your substitutes come to this page with the next version. New ones can register and are approved under Pending Approvals.
    </ComingScreen>
  );
}
