import { setImmediate as immediate } from 'node:timers/promises';
import { pino } from 'pino';
import { productName } from '#domain/product.ts';
import { type Config, readConfig, WrongSettings } from '#server/core/config.ts';
import { demoSettings } from '#server/demo/sign-ins.ts';
import { type Log, unlogged } from '#server/core/log.ts';
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts';
import { beginWork, say, stopOnSignal, stopWhileStarting } from '#server/process.ts';

async function main(flags: readonly string[]): Promise<void> {
  const settings = readConfig(process.env);
  const [command, ...rest] = flags;
  if (command === '--backup') return (await import('#server/backup/command.ts')).backupCommand(settings, rest, say);
  if (command === '--restore') return (await import('#server/backup/command.ts')).restoreCommand(settings, rest, say);
  const config = flags.includes('--demo') ? await demoConfig(settings) : settings;
  const log = pino({ level: config.LOG_LEVEL, redact: unlogged });
  stopWhileStarting();
  const opening = openDatabase(config, say, log);
  if (flags.includes('--reset-owner')) {
    const database = await opening;
    const { resetOwner } = await import('#server/features/accounts/first-owner.ts');
    const { username, password } = await resetOwner(database.db);
    say(`\nThe platform owner signs in as ${username} with ${password}\nIt is shown only once.`);
    return database.stop();
  }
  if (flags.includes('--worker')) return work(config, await opening, log);
  // Start PostgreSQL first: it starts on another core while the server's modules load.
  const loading = immediate().then(() => import('#server/serve.ts'));
  const [opened, loaded] = await Promise.allSettled([opening, loading]);
  // Stops PostgreSQL if the server's modules can't be loaded.
  if (loaded.status === 'rejected' && opened.status === 'fulfilled') await opened.value.stop();
  return (await loading).serve(config, await opening, log, flags);
}

/** A demo without its own Twilio account gets a page that stands in for phones. */
async function demoConfig(settings: Config): Promise<Config> {
  const config = demoSettings(settings);
  if (config.TWILIO_ACCOUNT_SID !== undefined) return config;
  const { openDemoPhone } = await import('#server/demo/phone.ts');
  const host = ['0.0.0.0', '::'].includes(config.HOST) ? '127.0.0.1' : config.HOST;
  const phone = await openDemoPhone({
    publicUrl: config.PUBLIC_URL,
    address: () => `http://${host}:${config.PORT}`,
  });
  return { ...config, ...phone.settings };
}

/** Runs the worker alone, without a server. */
async function work(config: Config, database: OpenDatabase, log: Log): Promise<void> {
  const worker = await beginWork(config, database, log);
  say(
    `\nThe worker of ${productName} is ready: mail ${config.SMTP_URL === undefined ? 'is kept in the Outbox' : 'goes out'}.`,
  );
  stopOnSignal(async () => {
    await worker.stop();
    await database.stop();
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isServing = !['--backup', '--restore'].includes(process.argv[2] ?? '');
  if (error instanceof WrongSettings)
    process.stderr.write(`${productName} cannot start with these settings:\n${error.message}\n`);
  else
    process.stderr.write(
      `${isServing ? `${productName} could not start: ` : ''}${error instanceof Error ? error.message : String(error)}\n`,
    );
  process.exit(1);
}
