import { queryOptions } from '@tanstack/react-query';
import { getPlans, listPlanFiles, listPlanReadings } from '#contract/plans.ts';
import { call } from '#web/api/client.ts';

/** Returns a teacher's files with lesson plans, latest first. */
export function planFilesQuery(teacherId: number) {
  return queryOptions({
    queryKey: ['plans', 'files', teacherId],
    queryFn: ({ signal }) => call(listPlanFiles, { params: { id: teacherId }, signal }),
  });
}

/**
 * Returns the plans of a class. Each fetch by a substitute is logged as a reading, so it happens exactly once each time they open
 * them.
 */
export function plansQuery(vacancyId: number) {
  return queryOptions({
    queryKey: ['plans', 'class', vacancyId],
    queryFn: ({ signal }) => call(getPlans, { params: { id: vacancyId }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Returns the people who opened the plans of a class. */
export function planReadingsQuery(vacancyId: number) {
  return queryOptions({
    queryKey: ['plans', 'readings', vacancyId],
    queryFn: ({ signal }) => call(listPlanReadings, { params: { id: vacancyId }, signal }),
  });
}
