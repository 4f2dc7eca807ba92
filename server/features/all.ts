import { accountRoutes } from '#server/features/accounts/routes.ts';
import { systemRoutes } from '#server/features/system/routes.ts';
import { vacancyRoutes } from '#server/features/vacancies/routes.ts';
import type { Route } from '#server/http/route.ts';

/** Every call that is answered. */
export const allRoutes: readonly Route[] = [...systemRoutes, ...accountRoutes, ...vacancyRoutes];
