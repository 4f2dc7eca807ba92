import { getFile } from '#contract/users.ts';
import { serveFile } from '#server/features/files/get-file.ts';
import { type Route, route } from '#server/http/route.ts';

/** Photos and resumes. */
export const fileRoutes: Route[] = [route(getFile, serveFile)];
