import { ComingScreen } from '#web/layout/coming-screen.tsx';

/** The school's information and its shifts. */
export function ManageSchool() {
  return <ComingScreen title="Manage School">School information and shifts come to this page with the next version. Until then the usual shift times hold.</ComingScreen>;
}
