import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { ComingScreen } from '#web/layout/coming-screen.tsx';
import { buttonClass } from '#web/ui/button.tsx';

/** The weekly grid of when the substitute can work. */
export function MyAvailability() {
  return (
    <ComingScreen
      title="My Availability"
      action={
        <Link to={paths.substitute.availableVacancies} className={buttonClass()}>
          Available Vacancies
        </Link>
      }
    >
      Your weekly grid comes to this page with the next version. Until then you are offered every vacancy of your schools.
    </ComingScreen>
  );
}
