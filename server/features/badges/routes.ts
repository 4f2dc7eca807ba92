import { getBadges } from '#contract/vacancies.ts';
import { badgesOf } from '#server/features/badges/badges.ts';
import { type Route, route } from '#server/http/route.ts';

/** The counts of the sidebar. */
export const badgeRoutes: Route[] = [route(getBadges, badgesOf)];
