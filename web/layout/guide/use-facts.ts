import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { noticeSettingsQuery } from '#web/features/notices/notice-settings.ts';
import { overviewQuery } from '#web/features/overview/overview.ts';
import { peopleQuery } from '#web/features/people/people.ts';
import { useProfile } from '#web/session/profile.ts';
import { dashboardQuery } from '#web/features/reports/queries.ts';
import type { Facts } from '#web/layout/guide/steps.ts';
import { useSession } from '#web/session/session.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { vacanciesQuery, vacancyCountsQuery } from '#web/features/vacancies/queries.ts';

/** Returns the user's progress, derived from their data. Facts that can't be loaded stay unknown. */
export function useGuideFacts(): Facts {
  const { role, schools, schoolId, secondFactor } = useSession();
  const is = (...roles: (typeof role)[]) => ({ enabled: roles.includes(role) });
  const profile = useProfile().data;
  const settings = useQuery({ ...noticeSettingsQuery, ...is('teacher', 'substitute') }).data;
  const own = useInfiniteQuery({ ...vacanciesQuery({ mine: true, limit: 1 }), ...is('substitute') }).data;
  const counts = useQuery({ ...vacancyCountsQuery, ...is('teacher') }).data;
  const school = useQuery({
    ...ownSchoolQuery(schoolId ?? 0),
    enabled: role === 'school_admin' && schoolId !== null,
  }).data;
  const dashboard = useQuery({ ...dashboardQuery, ...is('school_admin') }).data;
  const overview = useQuery({ ...overviewQuery, ...is('overall_admin') }).data;
  const administrators = useInfiniteQuery({ ...peopleQuery('school_admin', 'approved'), ...is('overall_admin') }).data;
  return {
    hasSchool: schools.length > 0,
    hasWeek: profile && typeof profile.generalAvailability === 'string',
    hasPhone: profile && Boolean(profile.phone),
    getsTexts: settings && settings.smsNumber !== null,
    hasAsked: own && (own.pages[0]?.rows.length ?? 0) > 0,
    hasPosted: counts && counts.total > 0,
    officeCanBeReached: school && Boolean(school.phone) && Boolean(school.contactEmail),
    hasTeachers: dashboard && dashboard.approvedTeachers > 0,
    hasSubstitutes: dashboard && dashboard.approvedSubstitutes > 0,
    hasSecondFactor: secondFactor === 'on',
    hasSchools: overview && overview.totalSchools > 0,
    hasAdministrators: administrators && (administrators.pages[0]?.rows.length ?? 0) > 0,
  };
}
