import { getEmergencyPlan, listTeacherReadings } from '#contract/emergency-plan.ts';
import { reading } from '#web/api/reading.ts';

/**
 * Returns a teacher's emergency plan. Each fetch by an administrator is logged, so it is fetched exactly once each time
 * they open it.
 */
export function emergencyPlanQuery(teacherId: number) {
  return reading(
    ['plans', 'emergency', teacherId],
    getEmergencyPlan,
    { params: { id: teacherId } },
    { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
}

/** Returns the administrators who opened a teacher's plans. */
export function teacherReadingsQuery(teacherId: number) {
  return reading(['plans', 'teacher-readings', teacherId], listTeacherReadings, { params: { id: teacherId } });
}
