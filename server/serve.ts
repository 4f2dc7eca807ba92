import { fileURLToPath } from 'node:url';
import { productName } from '#domain/product.ts';
import { backlog } from '#server/http/arrival.ts';
import { buildApp } from '#server/app.ts';
import type { Config } from '#server/core/config.ts';
import { demoSignIns } from '#server/demo/sign-ins.ts';
import { ensureOwner } from '#server/features/accounts/first-owner.ts';
import { watchTraffic } from '#server/http/drain.ts';
import { startLive } from '#server/live/live.ts';
import type { Log } from '#server/core/log.ts';
import type { OpenDatabase } from '#server/db/open-database.ts';
import { beginWork, say, stopOnSignal } from '#server/process.ts';
import { allSettled } from '#server/core/settled.ts';
import { noticeCodeKey } from '#server/security/keys.ts';

/**
 * A stopping process is no longer ready, but still accepts calls until none has arrived for the first of these times:
 * by then, load balancers have noticed. It accepts them for at most the second time, which leaves half of the ten
 * seconds that Docker grants.
 */
const quietMs = 1000;
const mostGraceMs = 5000;

/** Serves until a signal ends it: the calls, the pages, live events, and, once it is ready, the worker. */
export async function serve(config: Config, database: OpenDatabase, log: Log, flags: readonly string[]): Promise<void> {
  const clock = () => new Date();
  const isDemo = flags.includes('--demo');
  const owner = await ensureOwner(database.db, config, clock());
  // Otherwise, the first transaction that seals a code would make the key, and others would wait for its end.
  await noticeCodeKey(database.db);
  if (isDemo) await makeDemo(config, database, clock());
  let draining = false;
  const webFolder = flags.includes('--dev') ? null : fileURLToPath(new URL('../dist/web/', import.meta.url));
  const live = startLive({ connection: database.connection, db: database.db, clock, log });
  const { db, standby } = database;
  const app = await buildApp({ db, config, clock, draining: () => draining, live, standby }, { webFolder });
  const traffic = watchTraffic(app.server);
  await app.listen({ port: config.PORT, host: config.HOST, backlog });
  // Callers don't have to wait for the worker or for its libraries to load.
  const working = beginWork(config, database, app.log);
  stopOnSignal(async (isPolite) => {
    draining = true;
    // Calls are still served. Load balancers see 503 at /api/ready and send new ones elsewhere.
    if (isPolite) await traffic.untilQuiet(quietMs, mostGraceMs);
    try {
      await allSettled([app.close(), working.then((worker) => worker.stop())]);
    } finally {
      await database.stop();
    }
  });
  // From here on, a signal stops the process politely.
  announce(config, isDemo ? null : owner);
  if (isDemo) say(demoSignIns(config).join('\n'));
  await working;
}

/** This module is loaded only if a demo is started. */
async function makeDemo(config: Config, database: OpenDatabase, now: Date): Promise<void> {
  const { seedDemo } = await import('#server/demo/seed.ts');
  try {
    await seedDemo(database.db, config, now, say);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

function announce(config: Config, owner: { username: string; password: string | null } | null): void {
  const lines = [`\n${productName} is ready: ${config.PUBLIC_URL}`];
  if (owner !== null) {
    const password =
      owner.password === null ? 'the password in OWNER_PASSWORD' : `the password ${owner.password} (shown only once)`;
    lines.push(`The platform owner signs in at ${config.PUBLIC_URL}/auth/admin as ${owner.username} with ${password}.`);
  }
  say(lines.join('\n'));
}
