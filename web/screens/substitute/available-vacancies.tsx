import { ComingScreen } from '#web/layout/coming-screen.tsx';

/** Open vacancies at the substitute's schools. */
export function AvailableVacancies() {
  return <ComingScreen title="Available Vacancies">Open positions come to this page with the next version.</ComingScreen>;
}
