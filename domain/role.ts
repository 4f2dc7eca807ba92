/** The four kinds of account. */
export const roles = ['teacher', 'substitute', 'school_admin', 'overall_admin'] as const;

export type Role = (typeof roles)[number];

/** What people read where a role is named. */
export const roleNames: Record<Role, string> = {
  teacher: 'Teacher',
  substitute: 'Substitute',
  school_admin: 'School Administrator',
  overall_admin: 'Platform Owner',
};

/** Those that may register by themselves; an owner is only ever added by an owner. */
export const registrableRoles = ['teacher', 'substitute', 'school_admin'] as const satisfies Role[];

/**
 * The role that a path segment names, or null for a segment that names none. Case does not count,
 * hyphens are underscores, and 'admin' is the overall admin.
 */
export function roleFromSegment(segment: string): Role | null {
  const name = segment.toUpperCase().replaceAll('-', '_');
  if (name === 'ADMIN') return 'overall_admin';
  return roles.find((role) => role.toUpperCase() === name) ?? null;
}

/** The path segment of a role: 'school_admin' is 'school-admin'. */
export function segmentOf(role: Role): string {
  return role.replaceAll('_', '-');
}

/** Where a user of this role is at home. */
export function dashboardPath(role: Role): string {
  return `/dashboard/${segmentOf(role)}`;
}
