import { accountRoutes } from '#server/features/accounts/routes.ts';
import { availabilityRoutes } from '#server/features/availability/routes.ts';
import { badgeRoutes } from '#server/features/badges/routes.ts';
import { calendarRoutes } from '#server/features/calendar/routes.ts';
import { fileRoutes } from '#server/features/files/routes.ts';
import { invitationRoutes } from '#server/features/invitations/routes.ts';
import { messageRoutes } from '#server/features/messages/routes.ts';
import { noticeRoutes } from '#server/features/notices/routes.ts';
import { overviewRoutes } from '#server/features/overview/routes.ts';
import { reportRoutes } from '#server/features/reports/routes.ts';
import { schoolRoutes } from '#server/features/schools/routes.ts';
import { systemRoutes } from '#server/features/system/routes.ts';
import { userRoutes } from '#server/features/users/routes.ts';
import { vacancyRoutes } from '#server/features/vacancies/routes.ts';
import type { Route } from '#server/http/route.ts';

/** Every call that is answered. */
export const allRoutes: readonly Route[] = [
  ...systemRoutes,
  ...accountRoutes,
  ...schoolRoutes,
  ...userRoutes,
  ...fileRoutes,
  ...availabilityRoutes,
  ...vacancyRoutes,
  ...messageRoutes,
  ...noticeRoutes,
  ...badgeRoutes,
  ...calendarRoutes,
  ...reportRoutes,
  ...overviewRoutes,
  ...invitationRoutes,
];
