import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { ComingScreen } from '#web/layout/coming-screen.tsx';
import { buttonClass } from '#web/ui/button.tsx';

/** A teacher's absences at a glance. */
export function TeacherDashboard() {
  return (
    <ComingScreen
      title="Teacher Dashboard"
      action={
        <Link to={paths.teacher.myVacancies} className={buttonClass()}>
          My Vacancies
        </Link>
      }
    >
      Your absences by reason come to this page with the next version. My Vacancies has all of them already.
    </ComingScreen>
  );
}
