import { live } from '#contract/live.ts';
import { openStream } from '#server/features/live/open-stream.ts';
import { type Route, route } from '#server/http/route.ts';

/** The live event stream. */
export const liveRoutes: Route[] = [route(live, openStream)];
