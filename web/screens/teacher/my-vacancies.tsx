import { ComingScreen } from '#web/layout/coming-screen.tsx';

/** A teacher's own vacancies: pending, open, filled. */
export function MyVacancies() {
  return <ComingScreen title="My Vacancies">Your vacancies come to this page with the next version.</ComingScreen>;
}
