import { ComingScreen } from '#web/layout/coming-screen.tsx';

/** What the substitute has requested and been given. */
export function MyAssignments() {
  return <ComingScreen title="My Assignments & Requests">Your requests and assignments come to this page with the next version.</ComingScreen>;
}
