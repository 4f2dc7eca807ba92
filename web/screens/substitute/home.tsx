import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { ComingScreen } from '#web/layout/coming-screen.tsx';
import { buttonClass } from '#web/ui/button.tsx';

/** What a substitute has today and next. */
export function SubstituteHome() {
  return (
    <ComingScreen
      title="Home"
      action={
        <Link to={paths.substitute.availableVacancies} className={buttonClass()}>
          Available Vacancies
        </Link>
      }
    >
      Your day at a glance comes to this page with the next version. Open positions are under Available Vacancies.
    </ComingScreen>
  );
}
