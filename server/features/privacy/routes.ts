import { exportOwnData } from '#contract/privacy.ts';
import { exportEverything } from '#server/features/privacy/export-own-data.ts';
import { type Route, route } from '#server/http/route.ts';

/** The export of a person's own data. */
export const privacyRoutes: Route[] = [route(exportOwnData, exportEverything)];
