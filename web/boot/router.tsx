import { useQuery, type QueryClient } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useEffect, type ComponentType, type ReactNode } from 'react';
import { dashboardPath, roleFromSegment, segmentOf, type Role } from '#domain/role.ts';
import { inFile } from '#web/ui/in-file.tsx';
import { sessionQuery } from '#web/session/session.ts';
import { GuardedDashboard } from '#web/layout/guard.tsx';
import { LoadFailed } from '#web/layout/load-failed.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';
import { keepDestination } from '#web/navigation/destination.ts';
import { navigate } from '#web/navigation/location.ts';
import { usePlace } from '#web/navigation/place.tsx';
import { paths } from '#web/paths.ts';
import { LoadingPage } from '#web/ui/spinner.tsx';

type Screen = { Screen: ComponentType; preload: () => Promise<Ahead | undefined> };

/** Returns a screen, fetched when someone is about to open it. */
function screen<Name extends string>(
  load: () => Promise<{ [Key in Name]: ComponentType } & { ahead?: Ahead }>,
  name: Name,
): Screen {
  let ahead: Ahead | undefined;
  const { Content, fetch } = inFile(async () => {
    const file = await load();
    ahead = file.ahead;
    return file[name];
  });
  const preload = async () => {
    await fetch();
    return ahead;
  };
  return { Screen: Content, preload };
}

const profile = screen(() => import('#web/screens/shared/profile/profile.tsx'), 'Profile');
const auditLog = screen(() => import('#web/screens/shared/audit-log/audit-log.tsx'), 'AuditLog');
const notFound = screen(() => import('#web/screens/shared/not-found/not-found.tsx'), 'NotFound');
const invitation = screen(() => import('#web/screens/public/invitation/invitation.tsx'), 'Invitation');
/** Public pages by address. If an address ends in a slash, a link's code follows. */
const publicScreens: Readonly<Record<string, Screen>> = {
  '/template-test': screen(() => import('#web/screens/public/template-test/template-test.tsx'), 'TemplateTest'),
  '/go/': screen(() => import('#web/screens/public/one-tap/one-tap.tsx'), 'OneTap'),
  '/unsubscribe/': screen(() => import('#web/screens/public/unsubscribe/unsubscribe.tsx'), 'Unsubscribe'),
  '/invitations': invitation,
  '/invitations/': invitation,
  '/forgot-password': screen(() => import('#web/screens/public/forgot-password/forgot-password.tsx'), 'ForgotPassword'),
  '/new-password/': screen(() => import('#web/screens/public/new-password/new-password.tsx'), 'NewPassword'),
  '/wall/': screen(() => import('#web/screens/public/wall/wall.tsx'), 'Wall'),
  '/confirm-email/': screen(() => import('#web/screens/public/confirm-email/confirm-email.tsx'), 'ConfirmEmail'),
  '/privacy': screen(() => import('#web/screens/public/legal/legal.tsx'), 'Privacy'),
  '/terms': screen(() => import('#web/screens/public/legal/legal.tsx'), 'Terms'),
};

/** Every dashboard address and its role. Source: route table of the specification. */
const dashboards: Record<Role, Readonly<Record<string, Screen>>> = {
  teacher: {
    [paths.teacher.home]: screen(() => import('#web/screens/teacher/dashboard/dashboard.tsx'), 'TeacherDashboard'),
    [paths.teacher.createAbsenceRequest]: screen(
      () => import('#web/screens/teacher/create-absence-request/create-absence-request.tsx'),
      'CreateAbsenceRequest',
    ),
    [paths.teacher.myVacancies]: screen(
      () => import('#web/screens/teacher/my-vacancies/my-vacancies.tsx'),
      'MyVacancies',
    ),
    [paths.teacher.approvedSubstitutes]: screen(
      () => import('#web/screens/teacher/approved-substitutes/approved-substitutes.tsx'),
      'ApprovedSubstitutes',
    ),
    [paths.teacher.emergencyPlan]: screen(
      () => import('#web/screens/teacher/emergency-plan/emergency-plan.tsx'),
      'EmergencyPlan',
    ),
    [paths.teacher.profile]: profile,
  },
  substitute: {
    [paths.substitute.home]: screen(() => import('#web/screens/substitute/home/home.tsx'), 'SubstituteHome'),
    [paths.substitute.availableVacancies]: screen(
      () => import('#web/screens/substitute/available-vacancies/available-vacancies.tsx'),
      'AvailableVacancies',
    ),
    [paths.substitute.myAssignments]: screen(
      () => import('#web/screens/substitute/my-assignments/my-assignments.tsx'),
      'MyAssignments',
    ),
    [paths.substitute.myAvailability]: screen(
      () => import('#web/screens/substitute/my-availability/my-availability.tsx'),
      'MyAvailability',
    ),
    [paths.substitute.profile]: profile,
  },
  school_admin: {
    [paths.schoolAdmin.home]: screen(
      () => import('#web/screens/school-admin/dashboard/dashboard.tsx'),
      'SchoolAdminDashboard',
    ),
    [paths.schoolAdmin.openVacancies]: screen(
      () => import('#web/screens/school-admin/open-vacancies/open-vacancies.tsx'),
      'OpenVacancies',
    ),
    [paths.schoolAdmin.pendingApprovals]: screen(
      () => import('#web/screens/school-admin/pending-approvals/pending-approvals.tsx'),
      'SchoolPendingApprovals',
    ),
    [paths.schoolAdmin.manageTeachers]: screen(
      () => import('#web/screens/school-admin/manage-teachers/manage-teachers.tsx'),
      'ManageTeachers',
    ),
    [paths.schoolAdmin.manageSubstitutes]: screen(
      () => import('#web/screens/school-admin/manage-substitutes/manage-substitutes.tsx'),
      'ManageSubstitutes',
    ),
    [paths.schoolAdmin.manageSchool]: screen(
      () => import('#web/screens/school-admin/manage-school/manage-school.tsx'),
      'ManageSchool',
    ),
    [paths.schoolAdmin.hours]: screen(() => import('#web/screens/school-admin/hours/hours.tsx'), 'Hours'),
    [paths.schoolAdmin.auditLog]: auditLog,
    [paths.schoolAdmin.profile]: profile,
  },
  overall_admin: {
    [paths.overallAdmin.home]: screen(
      () => import('#web/screens/overall-admin/dashboard/dashboard.tsx'),
      'OverallDashboard',
    ),
    [paths.overallAdmin.schools]: screen(
      () => import('#web/screens/overall-admin/schools/schools.tsx'),
      'ManageSchools',
    ),
    [paths.overallAdmin.pendingApprovals]: screen(
      () => import('#web/screens/overall-admin/pending-approvals/pending-approvals.tsx'),
      'OwnerPendingApprovals',
    ),
    [paths.overallAdmin.administrators]: screen(
      () => import('#web/screens/overall-admin/administrators/administrators.tsx'),
      'Administrators',
    ),
    [paths.overallAdmin.auditLog]: auditLog,
    [paths.overallAdmin.outbox]: screen(() => import('#web/screens/overall-admin/outbox/outbox.tsx'), 'Outbox'),
    [paths.overallAdmin.legalTexts]: screen(
      () => import('#web/screens/overall-admin/legal-texts/legal-texts.tsx'),
      'LegalTexts',
    ),
    [paths.overallAdmin.profile]: profile,
  },
};

type Route =
  | { kind: 'dashboard'; role: Role; screen: Screen }
  | { kind: 'page'; screen: Screen }
  /** A public page: a separate document. */
  | { kind: 'document'; address: string };

function routeOf(path: string): Route {
  if (path === '/' || path === '/auth') return { kind: 'document', address: '/' };
  const [, area, segment, ...rest] = path.split('/');
  const role = rest.length === 0 || area === 'dashboard' ? roleFromSegment(segment ?? '') : null;
  if (area === 'auth' && role !== null) return { kind: 'document', address: `/auth/${segmentOf(role)}` };
  const found = role === null || area !== 'dashboard' ? undefined : dashboards[role][path];
  if (role !== null && found !== undefined) return { kind: 'dashboard', role, screen: found };
  const carried = segment !== undefined && segment !== '' && rest.length === 0;
  return { kind: 'page', screen: publicScreens[carried ? `/${area}/` : path] ?? notFound };
}

/** Returns whether this is the address of one of this role's screens, or of an invitation. */
export function isScreenOf(role: Role, address: string): boolean {
  return address.startsWith('/invitations/') || Object.hasOwn(dashboards[role], address.split('?')[0] ?? '');
}

/** Returns whether an address is a separate document, which leaves this app. */
export function isDocument(path: string): boolean {
  return routeOf(path).kind === 'document';
}

/**
 * Prefetches the file of the screen at an address and, with `queries`, its first data (unless the address asks for
 * something else). A failure shows when the screen opens.
 */
export async function preloadScreen(address: string, queries?: QueryClient): Promise<void> {
  const [path = '', search] = address.split('?');
  const route = routeOf(path);
  if (route.kind === 'document') return;
  try {
    const ahead = await route.screen.preload();
    const user = queries?.getQueryData(sessionQuery.queryKey);
    if (queries && user && search === undefined) ahead?.(queries, user);
  } catch {
    // If the load fails again, the screen shows the error.
  }
}

/** Shows the screen at the current address, behind its guard. */
export function Router() {
  const { path } = usePlace();
  const route = routeOf(path);
  switch (route.kind) {
    case 'document':
      return <Leave to={route.address} />;
    case 'page':
      return (
        <Suspense fallback={<LoadingPage />}>
          <route.screen.Screen />
        </Suspense>
      );
    case 'dashboard':
      return (
        <Guard role={route.role}>
          <GuardedDashboard>
            <Suspense>
              <route.screen.Screen />
            </Suspense>
          </GuardedDashboard>
        </Guard>
      );
  }
}

/** Lets only a signed-in person with this role through. Others are redirected. */
function Guard({ role, children }: { role: Role; children: ReactNode }) {
  const session = useQuery(sessionQuery);
  // The first screen renders in slices, so a slow phone stays responsive.
  const wasPending = useDeferredValue(session.isPending);
  if (session.isPending || wasPending) return <LoadingPage />;
  // If only a later check fails, the page and its text stay.
  if (session.data === undefined) return <LoadFailed error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data === null) return <SignIn />;
  if (session.data.role !== role) return <Redirect to={dashboardPath(session.data.role)} />;
  return children;
}

/** Redirects to the sign-in page, and from there back to this screen. */
function SignIn() {
  const { path, search } = usePlace();
  useEffect(() => keepDestination(path + search), [path, search]);
  return <Redirect to="/auth" />;
}

function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return <LoadingPage />;
}

function Leave({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to]);
  return <LoadingPage />;
}
