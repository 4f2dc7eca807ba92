import { ComingScreen } from '#web/layout/coming-screen.tsx';

/** The school's open vacancies, to assign and delete. */
export function OpenVacancies() {
  return <ComingScreen title="Open Vacancies">Assigning and deleting vacancies comes to this page with the next version. Until then teachers answer the requests for their own.</ComingScreen>;
}
