import { ComingScreen } from '#web/layout/coming-screen.tsx';

/** Posts an absence that needs cover. */
export function CreateAbsenceRequest() {
  return <ComingScreen title="Create Absence Request">Posting an absence comes to this page with the next version.</ComingScreen>;
}
