import { ComingScreen } from '#web/layout/coming-screen.tsx';

/** All schools: add, activate, delete. */
export function ManageSchools() {
  return <ComingScreen title="Manage Schools">The schools come to this page with the next version.</ComingScreen>;
}
