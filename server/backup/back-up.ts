import { createWriteStream } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import pgCopy from 'pg-copy-streams';
import { type ArchiveWriter, type Manifest, writeArchive } from '#server/backup/archive.ts';
import { connectFor, copied, sequencesOf, statesOf } from '#server/backup/tables.ts';
import type { Connection } from '#server/db/database.ts';
import { version } from '#server/core/version.ts';

/** The contents of a backup. */
export type BackupMade = { file: string; bytes: number; tables: number; rows: number };

/** The file already exists. A backup never overwrites a file. */
export class FileExists extends Error {}

/**
 * Writes the entire database to `file` while it stays in use: every table from one snapshot, including uploaded files.
 * The file gets its name only once it is complete and on disk, and only its owner can read it.
 *
 * @throws {FileExists} if there is a file of that name.
 */
export async function backUp(
  connection: Connection,
  file: string,
  options: { now: Date; recipients?: readonly string[]; say?: (line: string) => void },
): Promise<BackupMade> {
  const { now, recipients = [], say = () => undefined } = options;
  if (await isThere(file)) throw exists(file);
  const draft = `${file}.part`;
  const client = await connectFor(connection);
  try {
    await client.query('begin isolation level repeatable read, read only');
    const manifest = await manifestOf(client, now);
    const { tables } = manifest;
    // An interrupted backup may have left a partial file.
    await rm(draft, { force: true });
    const out = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    const archive = await writeArchive(out, manifest, recipients);
    await addTables(archive, manifest, (table) => client.query(pgCopy.to(`copy ${copied(table)} to stdout`)), say);
    await archive.end();
    await client.query('commit');
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? exists(file) : error;
    });
    await persist(path.dirname(file));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { file, bytes: (await stat(file)).size, tables: tables.length, rows };
  } finally {
    await client.end().catch(() => undefined);
    await rm(draft, { force: true });
  }
}

/** Describes the database as this transaction sees it. */
async function manifestOf(client: pg.Client, now: Date): Promise<Manifest> {
  const { rows: migrations } = await client.query<{ name: string; sha: string }>(
    "select name, sha from schema_migrations where name <> 'grants.sql' order by name",
  );
  return {
    format: 'firstbell-backup-1',
    version,
    createdAt: now.toISOString(),
    migrations,
    tables: await statesOf(client),
    sequences: await sequencesOf(client),
  };
}

async function addTables(
  archive: ArchiveWriter,
  { tables }: Manifest,
  read: (table: Manifest['tables'][number]) => AsyncIterable<Buffer>,
  say: (line: string) => void,
): Promise<void> {
  for (const table of tables) {
    if (table.rows === 0) continue;
    await archive.addTable(table.name, read(table));
    say(`${table.name}: ${table.rows.toLocaleString('en-US')} ${table.rows === 1 ? 'row' : 'rows'}`);
  }
}

function exists(file: string): FileExists {
  return new FileExists(`${file} already exists, and a backup never overwrites a file. Name another one.`);
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** A new name survives a power failure only once its folder is on disk, too. */
async function persist(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
