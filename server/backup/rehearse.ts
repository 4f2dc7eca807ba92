import path from 'node:path';
import type pg from 'pg';
import { restore, type Restored } from '#server/backup/restore.ts';
import { connectFor } from '#server/backup/tables.ts';
import type { Config } from '#server/core/config.ts';
import type { Connection } from '#server/db/database.ts';
import { findEmbedded } from '#server/db/embedded.ts';
import { roleOf } from '#server/db/open-database.ts';

/** The scratch database can't be used. The message says what to do. */
class NoScratch extends Error {}

/** The database in which backups are restored for a rehearsal. */
type Scratch = {
  owner: Connection;
  /** Empties the folder, or creates it. */
  begin(): Promise<void>;
  /** Leaves no copy of anyone's data behind. */
  end(): Promise<void>;
};

/** Marks a database that may be emptied. */
const mark = 'firstbell_scratch';

/**
 * Restores a backup as after a disaster, into a scratch database that is empty before and afterward. Every table's
 * count and checksum are compared with those at the time of the backup.
 *
 * @throws {NoScratch} if there is no database for it, or it contains something else.
 * @throws {BadBackup} if the restored data isn't what was backed up.
 */
export async function rehearseRestore(file: string, identity: string, config: Config): Promise<Restored> {
  const scratch = scratchOf(config);
  await scratch.begin();
  try {
    return await restore(file, { owner: scratch.owner, serverRole: await roleOf(scratch.owner) }, { identity });
  } finally {
    await scratch.end();
  }
}

function scratchOf({ BACKUP_CHECK_URL: url, DATABASE_URL, DATA_DIR }: Config): Scratch {
  if (url !== undefined) return { owner: url, begin: () => emptyMarked(url), end: () => emptyMarked(url) };
  const embedded = DATABASE_URL === undefined ? findEmbedded(path.resolve(DATA_DIR)) : null;
  if (embedded === null)
    throw new NoScratch('No database is set for test restores. Set BACKUP_CHECK_URL to an empty one.');
  return besideEmbedded(embedded('owner'), embedded('owner', mark));
}

/** Returns a separate database in the embedded PostgreSQL, which exists only for the rehearsal. */
function besideEmbedded(owner: Connection, scratch: Connection): Scratch {
  const drop = () => asOwner(owner, (client) => client.query(`drop database if exists ${mark} with (force)`));
  return {
    owner: scratch,
    begin: async () => {
      await drop();
      await asOwner(owner, (client) => client.query(`create database ${mark} template template0`));
    },
    end: drop,
  };
}

/**
 * Empties a database that an earlier rehearsal marked, or marks an empty one. Refuses any other, so that a mistake in
 * the settings can't delete anyone's data.
 */
async function emptyMarked(url: string): Promise<void> {
  await asOwner(url, async (client) => {
    const { rows } = await client.query<{ isMarked: boolean; isEmpty: boolean }>(
      `select to_regnamespace($1) is not null as "isMarked", not exists (
         select from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema') as "isEmpty"`,
      [mark],
    );
    const [{ isMarked, isEmpty } = { isMarked: false, isEmpty: false }] = rows;
    if (!isMarked && !isEmpty)
      throw new NoScratch(
        'The database at BACKUP_CHECK_URL contains something else and was left alone. Name an empty database.',
      );
    await client.query(`begin;
      drop schema if exists graphile_worker cascade;
      drop schema if exists public cascade;
      create schema public;
      create schema if not exists ${mark};
      commit`);
  });
}

async function asOwner(connection: Connection, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = await connectFor(connection);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
