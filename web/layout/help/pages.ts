import type { Role } from '#domain/role.ts';
import type { HelpPage } from '#web/layout/help/pages/page.ts';
import { accountPages } from '#web/layout/help/pages/account.ts';
import { dayPages } from '#web/layout/help/pages/day.ts';
import { ownerPages } from '#web/layout/help/pages/owner.ts';
import { reportsPages } from '#web/layout/help/pages/reports.ts';
import { schoolPages } from '#web/layout/help/pages/school.ts';
import { substitutePages } from '#web/layout/help/pages/substitute.ts';
import { teacherPages } from '#web/layout/help/pages/teacher.ts';

/** Common tasks, each as a page of a few steps, in display order. */
export const helpPages: readonly HelpPage[] = [
  ...teacherPages,
  ...substitutePages,
  ...dayPages,
  ...schoolPages,
  ...reportsPages,
  ...ownerPages,
  ...accountPages,
];
/** Returns a role's pages, its own before those for everyone. */
export function pagesOf(role: Role): readonly HelpPage[] {
  return helpPages.filter(({ roles }) => roles.includes(role));
}
