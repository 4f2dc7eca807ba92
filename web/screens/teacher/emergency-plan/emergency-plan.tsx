import { EmergencyPlanEditor } from '#web/features/vacancies/plans/emergency-plan-form.tsx';
import { emergencyPlanQuery } from '#web/features/vacancies/plans/emergency-queries.ts';
import type { Ahead } from '#web/navigation/ahead.ts';
import { useSession } from '#web/session/session.ts';
import { zoneOf } from '#web/words/time.ts';
import { PageHeader } from '#web/ui/headers.tsx';

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries, { id }) => void queries.prefetchQuery(emergencyPlanQuery(id));

/** Shows the teacher's own plan for days without other plans. */
export function EmergencyPlan() {
  const { id, schools } = useSession();
  return (
    <>
      <PageHeader title="Emergency Plan">
        Substitutes get it when a class has no other plans. Write it once; we ask you once a year if it’s still right.
      </PageHeader>
      <EmergencyPlanEditor teacherId={id} timeZone={zoneOf(schools)} />
    </>
  );
}
