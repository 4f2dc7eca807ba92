import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { productName } from '#domain/product.ts';
import { buildApp } from '#server/app.ts';
import { type Config, readConfig, WrongSettings } from '#server/config.ts';
import { demoSettings, demoSignIns } from '#server/demo/sign-ins.ts';
import { ensureOwner, resetOwner } from '#server/features/accounts/first-owner.ts';
import type { Worker } from '#server/jobs/worker.ts';
import type { Log } from '#server/log.ts';
import { openDatabase, type OpenDatabase } from '#server/open-database.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
/** How long a stop waits for calls under way. */
const drainMs = 25_000;
/** How long a stopping process still takes new calls, not ready any more. */
const drainGraceMs = 1000;

async function main(flags: readonly string[]): Promise<void> {
  const settings = readConfig(process.env);
  const config = flags.includes('--demo') ? demoSettings(settings) : settings;
  const database = await openDatabase(config, say);
  if (flags.includes('--reset-owner')) {
    const { username, password } = await resetOwner(database.db);
    say(`\nThe platform owner signs in as ${username} with ${password}\nIt is shown this once.`);
    return database.stop();
  }
  return flags.includes('--worker') ? work(config, database) : serve(config, database, flags);
}

async function serve(config: Config, database: OpenDatabase, flags: readonly string[]): Promise<void> {
  const clock = () => new Date();
  const isDemo = flags.includes('--demo');
  const owner = await ensureOwner(database.db, config, clock());
  if (isDemo) await makeDemo(config, database, clock());
  let draining = false;
  const webFolder = flags.includes('--dev') ? null : fileURLToPath(new URL('../dist/web/', import.meta.url));
  const app = await buildApp({ db: database.db, config, clock, draining: () => draining }, { webFolder });
  await app.listen({ port: config.PORT, host: config.HOST });
  announce(config, isDemo ? null : owner);
  if (isDemo) say(demoSignIns(config).join('\n'));

  // Who calls need not wait for the worker, nor for its libraries to load.
  const working = beginWork(config, database, app.log);
  stopOnSignal(async (graceMs) => {
    draining = true;
    // Still serving: whoever watches /api/ready sees 503 and sends the next calls elsewhere.
    await delay(graceMs);
    await Promise.all([app.close(), working.then((worker) => worker.stop())]);
    await database.stop();
  });
  await working;
}

/** The worker alone, without a server beside it. */
async function work(config: Config, database: OpenDatabase): Promise<void> {
  const worker = await beginWork(config, database, pino({ level: config.LOG_LEVEL }));
  say(`\nThe worker of ${productName} is ready: mail ${config.SMTP_URL === undefined ? 'is kept in the Outbox' : 'goes out'}.`);
  stopOnSignal(async () => {
    await worker.stop();
    await database.stop();
  });
}

async function beginWork(config: Config, database: OpenDatabase, log: Log): Promise<Worker> {
  const { startWorker } = await import('#server/jobs/worker.ts');
  return startWorker(database.connection, { config, clock: () => new Date(), log });
}

/** Ends the process on SIGTERM or SIGINT once `drain` is through; it is told how long to go on serving first. */
function stopOnSignal(drain: (graceMs: number) => Promise<void>): void {
  let isStopping = false;
  const stop = async (graceMs: number) => {
    if (isStopping) return;
    isStopping = true;
    const giveUp = setTimeout(() => process.exit(1), drainMs);
    await drain(graceMs);
    clearTimeout(giveUp);
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop(drainGraceMs));
  process.once('SIGINT', () => void stop(0));
}

/** Whoever starts no demo need not load it. */
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
    const password = owner.password === null ? 'the password of OWNER_PASSWORD' : `the password ${owner.password} (shown this once)`;
    lines.push(`The platform owner signs in at ${config.PUBLIC_URL}/auth/admin as ${owner.username} with ${password}.`);
  }
  say(lines.join('\n'));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof WrongSettings) process.stderr.write(`${productName} cannot start with these settings:\n${error.message}\n`);
  else process.stderr.write(`${productName} could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
