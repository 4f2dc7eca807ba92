import { docs, health, openapi, ready } from '#contract/system.ts';
import { version } from '#server/core/version.ts';
import { schemaIsReady } from '#server/db/migrate.ts';
import { raw } from '#server/db/database.ts';
import { docsBytes, docsStyleHash, openapiBytes } from '#server/features/system/openapi.ts';
import { openReadiness } from '#server/features/system/readiness.ts';
import type { Config } from '#server/core/config.ts';
import { contentSecurityPolicy } from '#server/http/headers.ts';
import { Refused } from '#server/core/refused.ts';
import { type Route, route } from '#server/http/route.ts';

/** One per application. A test process has several. */
const readiness = new WeakMap<Config, ReturnType<typeof openReadiness>>();
function readinessOf(config: Config): ReturnType<typeof openReadiness> {
  const known = readiness.get(config) ?? openReadiness();
  readiness.set(config, known);
  return known;
}

/** Health and readiness, and the API documentation. */
export const systemRoutes: Route[] = [
  route(health, async () => ({ status: 'ok' as const, version })),
  route(ready, async ({ db, config, draining }) => {
    if (draining()) throw new Refused('unavailable', 'FirstBell is stopping.');
    const isReady = await readinessOf(config)(() => schemaIsReady((text) => db.query(raw(text))).catch(() => false));
    if (!isReady) throw new Refused('unavailable', 'The database is not ready.');
    return { status: 'ready' as const };
  }),
  route(openapi, async ({ reply, config }) =>
    reply.type('application/json; charset=utf-8').send(openapiBytes(config.PUBLIC_URL)),
  ),
  route(docs, async ({ reply }) =>
    reply
      .header('content-security-policy', contentSecurityPolicy({ scripts: [], styles: [docsStyleHash] }))
      .type('text/html; charset=utf-8')
      .send(docsBytes()),
  ),
];
