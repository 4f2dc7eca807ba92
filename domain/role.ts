/** The four roles. */
export const roles = ['teacher', 'substitute', 'school_admin', 'overall_admin'] as const;

export type Role = (typeof roles)[number];

/** The display names of the roles. */
export const roleNames: Record<Role, string> = {
  teacher: 'Teacher',
  substitute: 'Substitute',
  school_admin: 'School Administrator',
  overall_admin: 'Platform Owner',
};

/** Roles that can register. Only an owner can add an owner. */
export const registrableRoles = ['teacher', 'substitute', 'school_admin'] as const satisfies Role[];

/**
 * Returns the role in a path segment, or null if there is none. Case is ignored, hyphens are underscores, and 'admin'
 * is overall_admin.
 */
export function roleFromSegment(segment: string): Role | null {
  const name = segment.toUpperCase().replaceAll('-', '_');
  if (name === 'ADMIN') return 'overall_admin';
  return roles.find((role) => role.toUpperCase() === name) ?? null;
}

/** Returns the path segment of a role: 'school_admin' becomes 'school-admin'. */
export function segmentOf(role: Role): string {
  return role.replaceAll('_', '-');
}

/** Returns the home page of a role. */
export function dashboardPath(role: Role): string {
  return `/dashboard/${segmentOf(role)}`;
}
