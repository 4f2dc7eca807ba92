import type { Role } from '#domain/role.ts';

/** Every address of the app. Links use these constants. */
export const paths = {
  teacher: {
    home: '/dashboard/teacher',
    createAbsenceRequest: '/dashboard/teacher/create-absence-request',
    myVacancies: '/dashboard/teacher/my-vacancies',
    approvedSubstitutes: '/dashboard/teacher/approved-substitutes',
    emergencyPlan: '/dashboard/teacher/emergency-plan',
    profile: '/dashboard/teacher/profile',
  },
  substitute: {
    home: '/dashboard/substitute',
    availableVacancies: '/dashboard/substitute/available-vacancies',
    myAssignments: '/dashboard/substitute/my-assignments',
    myAvailability: '/dashboard/substitute/my-availability',
    profile: '/dashboard/substitute/profile',
  },
  schoolAdmin: {
    home: '/dashboard/school-admin',
    openVacancies: '/dashboard/school-admin/open-vacancies',
    pendingApprovals: '/dashboard/school-admin/pending-approvals',
    manageTeachers: '/dashboard/school-admin/manage-teachers',
    manageSubstitutes: '/dashboard/school-admin/manage-substitutes',
    manageSchool: '/dashboard/school-admin/manage-school',
    hours: '/dashboard/school-admin/hours',
    auditLog: '/dashboard/school-admin/audit-log',
    profile: '/dashboard/school-admin/profile',
  },
  overallAdmin: {
    home: '/dashboard/overall-admin',
    schools: '/dashboard/overall-admin/schools',
    pendingApprovals: '/dashboard/overall-admin/pending-approvals',
    administrators: '/dashboard/overall-admin/administrators',
    auditLog: '/dashboard/overall-admin/audit-log',
    outbox: '/dashboard/overall-admin/outbox',
    legalTexts: '/dashboard/overall-admin/legal-texts',
    profile: '/dashboard/overall-admin/profile',
  },
} as const;

/** The profile screen of a role. */
export const profilePath = {
  teacher: paths.teacher.profile,
  substitute: paths.substitute.profile,
  school_admin: paths.schoolAdmin.profile,
  overall_admin: paths.overallAdmin.profile,
} as const satisfies Record<Role, string>;
