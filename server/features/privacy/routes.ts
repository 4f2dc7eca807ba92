import { exportOwnData } from '#contract/privacy.ts';
import { exportEverything } from '#server/features/privacy/export-own-data.ts';
import { type Route, route } from '#server/http/route.ts';

/** What is kept about somebody, for that person. */
export const privacyRoutes: Route[] = [route(exportOwnData, exportEverything)];
