import { queryOptions } from '@tanstack/react-query';
import { getEmergencyPlan, listTeacherReadings } from '#contract/emergency-plan.ts';
import { call } from '#web/api/client.ts';

/**
 * Returns a teacher's emergency plan. Each fetch by an administrator is logged, so it is fetched exactly once each time they open
 * it.
 */
export function emergencyPlanQuery(teacherId: number) {
  return queryOptions({
    queryKey: ['plans', 'emergency', teacherId],
    queryFn: ({ signal }) => call(getEmergencyPlan, { params: { id: teacherId }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Returns the administrators who opened a teacher's plans. */
export function teacherReadingsQuery(teacherId: number) {
  return queryOptions({
    queryKey: ['plans', 'teacher-readings', teacherId],
    queryFn: ({ signal }) => call(listTeacherReadings, { params: { id: teacherId }, signal }),
  });
}
