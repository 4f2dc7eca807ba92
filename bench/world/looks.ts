import { allEndpoints } from '#contract/all.ts';
import type { ServedWorld } from '#bench/world/serve.ts';
import { worldDay } from '#bench/world/shape.ts';
import { addDays, monthOf } from '#domain/time.ts';

export type Role = keyof ServedWorld['people'];

/** A visitor: their id, their school's id if they have one, and what they open next. */
export type Looker = { id: number; schoolId: number; vacancyId: number; substituteId: number };

/** The screens that a person with this role opens, as the calls that the browser makes. */
export type Look = {
  role: Role;
  name: string;
  paths: (who: Looker) => string[];
  /** The reason why the call's cost must grow with the country. */
  grows?: string;
};

const month = monthOf(worldDay);
const head = ['/api/user?badges=true'];
const allSchools = 'it counts over all schools';

/** Every screen, with all the calls that the browser makes when it opens. */
export const screens: readonly Look[] = [
  {
    role: 'teacher',
    name: 'Dashboard',
    paths: () => [
      ...head,
      '/api/vacancies?limit=5&status=pending_approval&upcoming=true',
      '/api/vacancies/counts',
      '/api/vacancies?limit=5&upcoming=true',
    ],
  },
  {
    role: 'teacher',
    name: 'My Vacancies',
    paths: () => [
      ...head,
      ...['pending_approval', 'open', 'filled'].map(
        (status) => `/api/vacancies?limit=100&status=${status}&upcoming=true`,
      ),
      `/api/vacancies?limit=100&status=filled&to=${addDays(worldDay, -1)}&order=latest`,
    ],
  },
  {
    role: 'teacher',
    name: 'Create Absence Request',
    paths: () => [...head, '/api/vacancies/proposal', '/api/vacancies?limit=1&order=latest'],
  },
  {
    role: 'teacher',
    name: 'Approved Substitutes',
    paths: () => [...head, '/api/users?role=substitute&approval=approved&isActive=true&limit=50'],
  },
  {
    role: 'substitute',
    name: 'Home',
    paths: ({ id }) => [
      ...head,
      '/api/vacancies?limit=100&mine=true&status=filled&upcoming=true',
      '/api/vacancies?limit=100&mine=true&status=pending_approval&upcoming=true',
      '/api/vacancies?limit=20&status=open&upcoming=true',
      `/api/users/${id}`,
    ],
  },
  {
    role: 'substitute',
    name: 'Available Vacancies',
    paths: () => [...head, '/api/vacancies?limit=100&status=open&upcoming=true'],
  },
  {
    role: 'substitute',
    name: 'My Assignments',
    paths: () => [...head, '/api/vacancies?limit=100&mine=true&status=filled&past=true&order=latest'],
  },
  {
    role: 'substitute',
    name: 'My Availability',
    paths: ({ id }) => [...head, `/api/users/${id}`, `/api/availability?from=${month}-01&to=${month}-30`],
  },
  {
    role: 'substitute',
    name: 'Profile',
    paths: ({ id }) => [
      ...head,
      `/api/users/${id}`,
      '/api/notice-settings',
      '/api/user/calendar',
      '/api/user/sessions',
      '/api/user/second-factor',
      '/api/schools?chosen=true&limit=200',
    ],
  },
  {
    role: 'admin',
    name: 'Dashboard',
    paths: () => [
      ...head,
      `/api/dashboard?date=${worldDay}`,
      `/api/reports/vacancies?month=${month}&limit=200`,
      `/api/reports/trends?month=${month}`,
    ],
  },
  {
    role: 'admin',
    name: 'Open Vacancies',
    paths: () => [
      ...head,
      '/api/vacancies?limit=100&status=open&upcoming=true',
      '/api/vacancies?limit=100&status=pending_approval&upcoming=true',
    ],
  },
  { role: 'admin', name: 'Manage Teachers', paths: () => [...head, '/api/users?role=teacher&limit=50'] },
  {
    role: 'admin',
    name: 'Manage Substitutes',
    paths: () => [...head, '/api/users?approval=approved&availability=all&sort=name&role=substitute&limit=50'],
  },
  {
    role: 'admin',
    name: 'Pending Approvals',
    paths: () => [
      ...head,
      '/api/users?role=substitute&approval=pending&sort=longest_waiting&limit=100',
      '/api/users?role=teacher&approval=pending&sort=longest_waiting&limit=100',
    ],
  },
  {
    role: 'admin',
    name: 'Manage School',
    paths: ({ schoolId }) => [...head, `/api/schools/${schoolId}`, '/api/legal?kind=privacy'],
  },
  { role: 'owner', name: 'Dashboard', paths: () => [...head, '/api/overview', '/api/backups'], grows: allSchools },
  { role: 'owner', name: 'Manage Schools', paths: () => [...head, '/api/schools?limit=50'] },
  { role: 'owner', name: 'Administrators', paths: () => [...head, '/api/users?role=school_admin&limit=50'] },
  { role: 'owner', name: 'Outbox', paths: () => [...head, '/api/outbox?limit=30'] },
];

const one = (role: Role, name: string, path: (who: Looker) => string, grows?: string): Look => ({
  role,
  name,
  paths: (who) => [path(who)],
  ...(grows !== undefined && { grows }),
});

/**
 * Every reading call, at least once. Searches are for one school or person, because a common word has more matches in
 * a larger country.
 */
export const calls: readonly Look[] = [
  one('substitute', 'currentUser', () => '/api/user'),
  one('substitute', 'getBadges', () => '/api/badges'),
  one('teacher', 'getBadges', () => '/api/badges'),
  one('admin', 'getBadges', () => '/api/badges'),
  one('owner', 'getBadges', () => '/api/badges'),
  one('substitute', 'listOwnSessions', () => '/api/user/sessions'),
  one('substitute', 'getSecondFactor', () => '/api/user/second-factor'),
  one('substitute', 'getNoticeSettings', () => '/api/notice-settings'),
  one('substitute', 'listNotices', () => '/api/notices?limit=20'),
  one('substitute', 'getCalendar', () => '/api/user/calendar'),
  one('substitute', 'getPush', () => '/api/push'),
  one('substitute', 'getLegal', () => '/api/legal?kind=privacy'),
  one('substitute', 'listAvailability', () => `/api/availability?from=${month}-01&to=${month}-30`),
  one('substitute', 'getJobPreferences', () => '/api/job-preferences'),
  one('substitute', 'getOwnFit', () => '/api/vacancies/own-fit'),
  one('teacher', 'listFavorites', () => '/api/favorites'),
  one('substitute', 'listSchools', () => '/api/schools?limit=20&search=School%2042%20of'),
  one('owner', 'listSchools', () => '/api/schools?limit=50&search=School%2042%20of'),
  one('owner', 'listDistricts', () => '/api/districts'),
  one('owner', 'listSchoolDeletions', () => '/api/school-deletions'),
  one('owner', 'getSmsCodes', () => '/api/sms/codes'),
  one('admin', 'getSchool', ({ schoolId }) => `/api/schools/${schoolId}`),
  one('substitute', 'getUser', ({ id }) => `/api/users/${id}`),
  one('teacher', 'listUsers', () => '/api/users?role=substitute&approval=approved&isActive=true&limit=50&search=an'),
  one('admin', 'listUsers', () => '/api/users?role=substitute&approval=approved&sort=name&limit=50&search=an'),
  one('owner', 'listUsers', () => '/api/users?role=school_admin&limit=50&search=hana%20adler%200'),
  one('admin', 'listUserAvailability', ({ substituteId }) => `/api/users/${substituteId}/availability`),
  one('admin', 'exportUsers', () => '/api/users/export.csv?role=teacher'),
  one('substitute', 'listVacancies', () => '/api/vacancies?limit=20&status=open&upcoming=true'),
  one('substitute', 'listVacancies', () => '/api/vacancies?limit=100&status=open&upcoming=true&fits=true'),
  one('teacher', 'listVacancies', () => '/api/vacancies?limit=100&search=algebra'),
  one('admin', 'listVacancies', () => '/api/vacancies?limit=100&status=filled&order=latest'),
  one('teacher', 'proposeAbsence', () => '/api/vacancies/proposal'),
  one('teacher', 'countVacancies', () => '/api/vacancies/counts'),
  one('admin', 'getVacancy', ({ vacancyId }) => `/api/vacancies/${vacancyId}`),
  one('admin', 'listJobDays', ({ vacancyId }) => `/api/vacancies/${vacancyId}/job`),
  one('admin', 'listVacancyHistory', ({ vacancyId }) => `/api/vacancies/${vacancyId}/history`),
  one('admin', 'getReach', ({ vacancyId }) => `/api/vacancies/${vacancyId}/reach`),
  one('admin', 'listCandidates', ({ vacancyId }) => `/api/vacancies/${vacancyId}/candidates?limit=20`),
  one('admin', 'getAttendanceOfDay', () => `/api/attendance?date=${worldDay}`),
  one('admin', 'getAttendanceRecord', ({ substituteId }) => `/api/users/${substituteId}/attendance`),
  one('admin', 'getClassFeedback', ({ vacancyId }) => `/api/vacancies/${vacancyId}/feedback`),
  one('admin', 'getFeedbackRecord', ({ substituteId }) => `/api/users/${substituteId}/feedback`),
  one('admin', 'getOfferRecord', ({ substituteId }) => `/api/users/${substituteId}/offers`),
  one('substitute', 'listOwnFeedback', () => '/api/feedback'),
  one('admin', 'getSignInCode', () => '/api/attendance/code'),
  one('substitute', 'listOwnAttendance', () => '/api/attendance/own'),
  one('teacher', 'listPlanFiles', ({ id }) => `/api/users/${id}/plan-files`),
  one('admin', 'getPlans', ({ vacancyId }) => `/api/vacancies/${vacancyId}/plans`),
  one('admin', 'listPlanReadings', ({ vacancyId }) => `/api/vacancies/${vacancyId}/plan-readings`),
  one('teacher', 'getEmergencyPlan', ({ id }) => `/api/users/${id}/emergency-plan`),
  one('teacher', 'getStudentDetails', ({ id }) => `/api/users/${id}/student-details`),
  one('teacher', 'listTeacherReadings', ({ id }) => `/api/users/${id}/plan-readings`),
  one('admin', 'getHours', () => `/api/hours?date=${worldDay}&limit=50`),
  one('admin', 'getDueCorrections', () => '/api/hours/corrections-due'),
  one('admin', 'exportHours', () => `/api/hours.csv?date=${worldDay}`),
  one('admin', 'exportHoursSummary', () => `/api/hours.pdf?date=${worldDay}`),
  one('admin', 'getPaySettings', () => '/api/hours/settings'),
  one('substitute', 'listOwnHours', () => `/api/own-hours?date=${worldDay}`),
  one('admin', 'listExclusions', ({ substituteId }) => `/api/users/${substituteId}/exclusions`),
  one('admin', 'getWorkLimits', ({ substituteId }) => `/api/users/${substituteId}/work-limits`),
  one('teacher', 'listMessages', () => '/api/messages?limit=20'),
  one('admin', 'getDashboard', () => '/api/dashboard'),
  one('admin', 'listWallLinks', () => '/api/wall-links'),
  one('admin', 'getBoard', () => `/api/board?date=${worldDay}`),
  one('admin', 'getCoverSettings', () => '/api/cover/settings'),
  one('admin', 'getTimetables', () => '/api/cover/timetables'),
  one('admin', 'getCoverPlan', () => `/api/cover/plan?date=${worldDay}`),
  one('teacher', 'listOwnCovers', () => '/api/own-cover'),
  one('teacher', 'getOwnCoverWishes', () => '/api/own-cover/wishes'),
  one('teacher', 'getCoverCounts', () => '/api/cover/counts'),
  one('admin', 'getVacancyReport', () => `/api/reports/vacancies?month=${month}&limit=200`),
  one('admin', 'getTeacherReport', () => `/api/reports/teachers?month=${month}`),
  one('admin', 'getTrends', () => `/api/reports/trends?month=${month}`),
  one('admin', 'getMonthTotals', () => `/api/reports/month?month=${month}`),
  one('admin', 'exportVacancyReport', () => `/api/reports/vacancies.csv?month=${month}`),
  one('admin', 'exportTeacherReport', () => `/api/reports/teachers.csv?month=${month}`),
  one('admin', 'exportTrends', () => `/api/reports/trends.csv?month=${month}`),
  one('admin', 'getFillReport', ({ schoolId }) => `/api/schools/${schoolId}/fill`),
  one('admin', 'exportFillReport', ({ schoolId }) => `/api/schools/${schoolId}/fill.csv?table=unfilled`),
  one('owner', 'getFillBySchool', () => '/api/reports/fill-by-school', allSchools),
  one('owner', 'exportFillBySchool', () => '/api/reports/fill-by-school.csv', allSchools),
  one('admin', 'getBreakdowns', () => '/api/reports/breakdowns?report=absences'),
  one('admin', 'getBreakdowns', () => '/api/reports/breakdowns?report=missed'),
  one('admin', 'getBreakdowns', () => '/api/reports/breakdowns?report=uncovered'),
  one('admin', 'getBreakdowns', () => '/api/reports/breakdowns?report=substitutes'),
  one('admin', 'exportBreakdown', () => '/api/reports/breakdown.csv?table=substitute_days'),
  one('teacher', 'getOwnYear', () => '/api/own-year'),
  one('substitute', 'getOwnYear', () => '/api/own-year'),
  one('admin', 'listAudit', () => '/api/audit?limit=50'),
  one('owner', 'listAudit', () => '/api/audit?limit=50'),
  one('owner', 'getOverview', () => '/api/overview', allSchools),
  one('owner', 'getSchoolLoss', () => '/api/schools/7/loss'),
  one('owner', 'getBackups', () => '/api/backups'),
  one('owner', 'listOutbox', () => '/api/outbox?limit=30'),
];

/**
 * Reading calls that aren't measured: they don't query the database, stay open, or need a secret or a file that the
 * world doesn't have.
 */
const leftOut = [
  'health',
  'ready',
  'openapi',
  'docs',
  'live',
  'calendarFeed',
  // This call reads two vacancies of one day, as getVacancy reads one.
  'getSwapDays',
  'getWall',
  'getFile',
  'getPlanFile',
  // This call is refused except on the day of a class with student details.
  'openStudentDetails',
  'getSchoolLogo',
  'getSchoolBanner',
  'getInvitation',
  'getPasswordLink',
  'getEmailLink',
  'getLink',
  'openUnsubscribe',
  'getUnsubscribe',
];

/** Returns the contract's reading calls that are neither measured nor excluded with a reason. */
export function forgottenCalls(): string[] {
  const known = new Set([...leftOut, ...calls.map(({ name }) => name)]);
  return allEndpoints.filter(({ method, name }) => method === 'GET' && !known.has(name)).map(({ name }) => name);
}
