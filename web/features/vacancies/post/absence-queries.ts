import { queryOptions } from '@tanstack/react-query';
import { getReach, previewReach } from '#contract/absences.ts';
import { getSchool } from '#contract/schools.ts';
import { listUsers } from '#contract/users.ts';
import type { Grade } from '#domain/grade.ts';
import { callPage } from '#web/api/call-page.ts';
import { pages, reading } from '#web/api/reading.ts';

/** Returns the caller's school, with the shifts it offers. */
export function ownSchoolQuery(id: number) {
  return reading(['school', id], getSchool, { params: { id } });
}

/**
 * Counts the substitutes who would be offered an absence of these days and times, and says why the others wouldn't.
 * `among` null means all.
 */
export function reachOfAbsenceQuery(absence: {
  dates: readonly string[];
  startTime: string;
  endTime: string;
  grade: Grade | null;
  subject: string;
  needsSubject: boolean;
  needsGrade: boolean;
  /** Whether consecutive days are one job. */
  asOneJob: boolean;
  among: readonly number[] | null;
}) {
  const { dates, among, ...rest } = absence;
  return reading(['vacancies', 'reach', absence], previewReach, {
    body: { ...rest, dates: [...dates], ...(among === null ? {} : { among: [...among] }) },
  });
}

const mostSubstitutes = 200;

/**
 * Returns the approved substitutes of the caller's school by name: the first 200 that match, and whether there are
 * more.
 */
export function schoolSubstitutesQuery(search: string) {
  return queryOptions({
    queryKey: ['people', 'substitutes-to-notify', search],
    queryFn: ({ signal }) =>
      callPage(listUsers, {
        query: {
          role: 'substitute',
          approval: 'approved',
          isActive: true,
          limit: mostSubstitutes,
          ...(search === '' ? {} : { search }),
        },
        signal,
      }),
  });
}

const teachersAtOnce = 8;

/** Returns the teachers for whom an admin can post, by name, a page at a time. */
export function teachersToPostForQuery(search: string) {
  return pages(['people', 'teachers-to-post-for', search], listUsers, {
    role: 'teacher',
    approval: 'approved',
    isActive: true,
    limit: teachersAtOnce,
    search: search || undefined,
  });
}

/** Returns how many substitutes are offered an open vacancy now, and why the others aren't. */
export function reachQuery(id: number) {
  return reading(['vacancies', 'reach', id], getReach, { params: { id } });
}
