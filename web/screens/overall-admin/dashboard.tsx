import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { ComingScreen } from '#web/layout/coming-screen.tsx';
import { buttonClass } from '#web/ui/button.tsx';

/** All schools in figures. */
export function OverallDashboard() {
  return (
    <ComingScreen
      title="Dashboard"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Link to={paths.overallAdmin.schools} className={buttonClass()}>
            Schools
          </Link>
          <Link to={paths.overallAdmin.outbox} className={buttonClass('plain')}>
            Outbox
          </Link>
        </span>
      }
    >
      Figures over all schools come to this page with the next version. The schools themselves are under Schools.
    </ComingScreen>
  );
}
