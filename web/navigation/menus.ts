import type { getBadges } from '#contract/session.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Role } from '#domain/role.ts';
import { paths, profilePath } from '#web/paths.ts';
import * as icons from '#web/ui/icons.ts';

type Badges = ReplyOf<typeof getBadges>;

type NavigationLink = {
  readonly to: string;
  readonly label: string;
  /** The label in the phone's bottom bar. */
  readonly short?: string;
  readonly icon: string;
  readonly badge?: Exclude<keyof Badges, 'unreadNotices'>;
};

/** The sidebar of each role, the dashboard home first. */
export const navigation: Record<Role, readonly NavigationLink[]> = {
  teacher: [
    { to: paths.teacher.home, label: 'Dashboard', short: 'Dashboard', icon: icons.home },
    {
      to: paths.teacher.createAbsenceRequest,
      label: 'Create Absence Request',
      short: 'Absence',
      icon: icons.plus,
    },
    {
      to: paths.teacher.myVacancies,
      label: 'My Vacancies',
      short: 'Vacancies',
      icon: icons.list,
      badge: 'myVacancies',
    },
    {
      to: paths.teacher.approvedSubstitutes,
      label: 'Approved Substitutes',
      short: 'Substitutes',
      icon: icons.people,
    },
  ],
  substitute: [
    { to: paths.substitute.home, label: 'Home', short: 'Home', icon: icons.home },
    {
      to: paths.substitute.availableVacancies,
      label: 'Available Vacancies',
      short: 'Vacancies',
      icon: icons.search,
      badge: 'availableVacancies',
    },
    { to: paths.substitute.myAssignments, label: 'My Assignments', short: 'Assignments', icon: icons.calendar },
    { to: paths.substitute.myAvailability, label: 'My Availability', short: 'Availability', icon: icons.calendarCheck },
  ],
  school_admin: [
    { to: paths.schoolAdmin.home, label: 'Dashboard', icon: icons.home },
    { to: paths.schoolAdmin.openVacancies, label: 'Open Vacancies', icon: icons.list, badge: 'openVacancies' },
    {
      to: paths.schoolAdmin.pendingApprovals,
      label: 'Pending Approvals',
      icon: icons.shield,
      badge: 'pendingApprovals',
    },
    { to: paths.schoolAdmin.manageTeachers, label: 'Manage Teachers', icon: icons.person },
    { to: paths.schoolAdmin.manageSubstitutes, label: 'Manage Substitutes', icon: icons.people },
    { to: paths.schoolAdmin.manageSchool, label: 'Manage School', icon: icons.sliders },
  ],
  overall_admin: [
    { to: paths.overallAdmin.home, label: 'Dashboard', icon: icons.home },
    { to: paths.overallAdmin.schools, label: 'Schools', icon: icons.building },
    {
      to: paths.overallAdmin.pendingApprovals,
      label: 'Pending Approvals',
      icon: icons.shield,
      badge: 'pendingApprovals',
    },
  ],
};

/**
 * Other destinations of a role. The specification fixes the sidebar, so these are in the profile menu and the drawer.
 */
export const furtherPlaces: Record<Role, readonly NavigationLink[]> = {
  teacher: [{ to: paths.teacher.emergencyPlan, label: 'Emergency Plan', icon: icons.document }],
  substitute: [],
  school_admin: [
    { to: paths.schoolAdmin.hours, label: 'Hours', icon: icons.calendarCheck },
    { to: paths.schoolAdmin.auditLog, label: 'Audit Log', icon: icons.clock },
  ],
  overall_admin: [
    { to: paths.overallAdmin.administrators, label: 'Administrators', icon: icons.key },
    { to: paths.overallAdmin.auditLog, label: 'Audit Log', icon: icons.clock },
    { to: paths.overallAdmin.outbox, label: 'Outbox', icon: icons.mail },
    { to: paths.overallAdmin.legalTexts, label: 'Privacy and Terms', icon: icons.shield },
  ],
};

/** Returns the links of the profile menu and the drawer: a role's own profile, and its other destinations. */
export function ownPlaces(role: Role): readonly NavigationLink[] {
  return [{ to: profilePath[role], label: 'My Profile', icon: icons.person }, ...furtherPlaces[role]];
}
