import { ComingScreen } from '#web/layout/coming-screen.tsx';

/** The own profile, of any role. */
export function Profile() {
  return <ComingScreen title="Profile">Your profile, photo and resume come to this page with the next version.</ComingScreen>;
}
