import { getPlans, listPlanFiles, listPlanReadings } from '#contract/plans.ts';
import { reading } from '#web/api/reading.ts';

/** Returns a teacher's files with lesson plans, latest first. */
export function planFilesQuery(teacherId: number) {
  return reading(['plans', 'files', teacherId], listPlanFiles, { params: { id: teacherId } });
}

/**
 * Returns the plans of a class. Each fetch by a substitute is logged as a reading, so it happens exactly once each time
 * they open them.
 */
export function plansQuery(vacancyId: number) {
  return reading(
    ['plans', 'class', vacancyId],
    getPlans,
    { params: { id: vacancyId } },
    { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
}

/** Returns the people who opened the plans of a class. */
export function planReadingsQuery(vacancyId: number) {
  return reading(['plans', 'readings', vacancyId], listPlanReadings, { params: { id: vacancyId } });
}
