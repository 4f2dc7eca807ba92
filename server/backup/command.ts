import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { backUp } from '#server/backup/back-up.ts';
import { restore } from '#server/backup/restore.ts';
import type { Config } from '#server/core/config.ts';
import { openPlace, reachPlace, roleOf } from '#server/db/open-database.ts';

const usage = {
  backup:
    'Name the file to write: npm run backup -- FILE. To create a key pair for encrypted backups, run npm run backup -- --new-key FILE.',
  restore: 'Name the backup: npm run restore -- FILE. If it is encrypted, add its key file: --key FILE.',
};

/** `npm run backup -- FILE`, for the configured database, whether FirstBell is running on it or not. */
export async function backupCommand(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const { values, positionals } = read(
    args,
    { 'new-key': { type: 'string' }, recipient: { type: 'string' } },
    usage.backup,
  );
  if (values['new-key'] !== undefined) return makeKey(values['new-key'], say);
  const file = onlyOne(positionals, usage.backup);
  const place = await reachPlace(config, say);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const recipient = values.recipient ?? config.BACKUP_RECIPIENT;
    const made = await backUp(place.server, file, {
      now: new Date(),
      recipients: recipient === undefined ? [] : [recipient],
      say,
    });
    say(
      `\nBacked up ${made.rows.toLocaleString('en-US')} rows of ${made.tables} tables into ${made.file} (${(made.bytes / 1_000_000).toFixed(1)} MB).`,
    );
  } finally {
    await place.stop();
  }
}

/** `npm run restore -- FILE`, into the configured, empty database. */
export async function restoreCommand(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const { values, positionals } = read(args, { key: { type: 'string' } }, usage.restore);
  const file = onlyOne(positionals, usage.restore);
  const identity = values.key === undefined ? undefined : keyIn(await readFile(path.resolve(values.key), 'utf8'));
  const place = await openPlace(config, say);
  try {
    const restored = await restore(
      file,
      { owner: place.owner, serverRole: await roleOf(place.server) },
      { identity, say },
    );
    say(
      `\nRestored ${restored.rows.toLocaleString('en-US')} rows of ${restored.tables} tables, as they were at ${restored.createdAt}.`,
    );
  } finally {
    await place.stop();
  }
}

async function makeKey(file: string, say: (line: string) => void): Promise<void> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  await writeFile(
    path.resolve(file),
    `# The key of FirstBell's backups. Keep it away from the server.\n# public key: ${recipient}\n${identity}\n`,
    { flag: 'wx', mode: 0o600 },
  );
  say(
    `The key is in ${path.resolve(file)}. Keep it away from the server: no backup can be restored without it.\nBACKUP_RECIPIENT=${recipient}`,
  );
}

/** Returns the key in a key file, whose other lines are comments. */
function keyIn(text: string): string {
  return text.split(/\r?\n/).find((line) => line.startsWith('AGE-SECRET-KEY-')) ?? text.trim();
}

function read<Options extends NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>>(
  args: readonly string[],
  options: Options,
  sentence: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Error(sentence, { cause: error });
  }
}

function onlyOne(positionals: readonly string[], sentence: string): string {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(sentence);
  return path.resolve(file);
}
