import { ComingScreen } from '#web/layout/coming-screen.tsx';

/** The approved substitutes of the teacher's school, to write to. */
export function ApprovedSubstitutes() {
  return <ComingScreen title="Approved Substitutes">The substitutes of your school, and messages to them, come to this page with the next version.</ComingScreen>;
}
