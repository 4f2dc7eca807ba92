import { accountRoutes } from '#server/features/accounts/routes.ts';
import { availabilityRoutes } from '#server/features/availability/routes.ts';
import { boardRoutes } from '#server/features/board/routes.ts';
import { badgeRoutes } from '#server/features/badges/routes.ts';
import { calendarRoutes } from '#server/features/calendar/routes.ts';
import { coverRoutes } from '#server/features/cover/routes.ts';
import { exclusionRoutes } from '#server/features/exclusions/routes.ts';
import { favoriteRoutes } from '#server/features/favorites/routes.ts';
import { fileRoutes } from '#server/features/files/routes.ts';
import { hourRoutes } from '#server/features/hours/routes.ts';
import { invitationRoutes } from '#server/features/invitations/routes.ts';
import { legalRoutes } from '#server/features/legal/routes.ts';
import { liveRoutes } from '#server/features/live/routes.ts';
import { messageRoutes } from '#server/features/messages/routes.ts';
import { noticeRoutes } from '#server/features/notices/routes.ts';
import { overviewRoutes } from '#server/features/overview/routes.ts';
import { planRoutes } from '#server/features/plans/routes.ts';
import { privacyRoutes } from '#server/features/privacy/routes.ts';
import { pushRoutes } from '#server/features/push/routes.ts';
import { reportRoutes } from '#server/features/reports/routes.ts';
import { schoolRoutes } from '#server/features/schools/routes.ts';
import { secondFactorRoutes } from '#server/features/second-factor/routes.ts';
import { smsRoutes } from '#server/features/sms/routes.ts';
import { systemRoutes } from '#server/features/system/routes.ts';
import { userRoutes } from '#server/features/users/routes.ts';
import { vacancyRoutes } from '#server/features/vacancies/routes.ts';
import { wallRoutes } from '#server/features/wall/routes.ts';
import type { Route } from '#server/http/route.ts';

/** The routes of all calls. */
export const allRoutes: readonly Route[] = [
  ...systemRoutes,
  ...accountRoutes,
  ...secondFactorRoutes,
  ...schoolRoutes,
  ...userRoutes,
  ...fileRoutes,
  ...exclusionRoutes,
  ...favoriteRoutes,
  ...availabilityRoutes,
  ...vacancyRoutes,
  ...planRoutes,
  ...liveRoutes,
  ...messageRoutes,
  ...noticeRoutes,
  ...badgeRoutes,
  ...calendarRoutes,
  ...boardRoutes,
  ...wallRoutes,
  ...coverRoutes,
  ...reportRoutes,
  ...hourRoutes,
  ...overviewRoutes,
  ...invitationRoutes,
  ...smsRoutes,
  ...legalRoutes,
  ...pushRoutes,
  ...privacyRoutes,
];
