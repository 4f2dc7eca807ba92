import pg from 'pg';
import { BadBackup, badBackupOf, type Manifest, type Part, readArchive } from '#server/backup/archive.ts';
import { copyIn, type CopyIn } from '#server/backup/copy-in.ts';
import { connectFor, copied, statesOf } from '#server/backup/tables.ts';
import type { Connection } from '#server/db/database.ts';
import { migrate, migrationsOnDisk } from '#server/db/migrate.ts';

/** The database already contains data. A restore never overwrites any. */
export class NotEmpty extends Error {}

/** The result of a restore. */
export type Restored = { createdAt: string; tables: number; rows: number };

/**
 * Restores a backup into an empty database: its original schema, all rows, then this version's migrations. It is one
 * transaction, which commits only if every table has the number of rows and the checksum recorded in the backup.
 *
 * @throws {NotEmpty} if the database contains rows.
 * @throws {BadBackup} if the file can't be used, or its contents don't match its manifest.
 */
export async function restore(
  file: string,
  place: { owner: Connection; serverRole: string },
  options: { identity?: string | undefined; say?: (line: string) => void } = {},
): Promise<Restored> {
  const { identity, say = () => undefined } = options;
  const parts = readArchive(file, identity);
  const first = await parts.next();
  if (first.done === true || !('format' in first.value)) throw new BadBackup('This file is not a backup of FirstBell.');
  const manifest = first.value;
  await checkMigrations(manifest);
  await migrate(place.owner, place.serverRole, () => undefined, { count: manifest.migrations.length });
  const client = await connectFor(place.owner);
  try {
    await client.query('begin');
    await checkEmpty(client, manifest);
    const settle = await loosen(client);
    await load(client, manifest, parts, say).catch((error: unknown) => {
      // Damage may first look like an invalid row, and only the compression checksum at the end detects it.
      throw error instanceof pg.DatabaseError && isAboutContent(error) ? badBackupOf(error) : error;
    });
    await settle();
    for (const { name, value } of manifest.sequences)
      if (value !== null)
        await client.query('select setval($1::regclass, $2)', [`public.${pg.escapeIdentifier(name)}`, value]);
    await compare(client, manifest);
    await client.query('commit');
  } finally {
    // Without a commit nothing is saved. A rollback would wait for a COPY that failed halfway.
    await client.end().catch(() => undefined);
  }
  await migrate(place.owner, place.serverRole);
  return {
    createdAt: manifest.createdAt,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
  };
}

/** Returns whether PostgreSQL rejected the data, a value or a row, rather than failing for its own reasons. */
function isAboutContent({ code = '' }: pg.DatabaseError): boolean {
  return code.startsWith('22') || code.startsWith('23');
}

async function checkMigrations(manifest: Manifest): Promise<void> {
  const known = await migrationsOnDisk();
  const same = manifest.migrations.every(({ name, sha }, at) => known[at]?.name === name && known[at].sha === sha);
  if (!same)
    throw new BadBackup(
      `This backup was made by FirstBell ${manifest.version}, whose tables this version does not know. Restore it with that version, or a later one.`,
    );
}

async function checkEmpty(client: pg.Client, manifest: Manifest): Promise<void> {
  const here = await statesOf(client);
  const full = here.find(({ rows }) => rows > 0);
  if (full !== undefined)
    throw new NotEmpty(
      `This database already contains data (${full.name}), and a restore never overwrites data. Restore into an empty database.`,
    );
  const differs =
    JSON.stringify(here.map(({ name, columns }) => [name, columns])) !==
    JSON.stringify(manifest.tables.map(({ name, columns }) => [name, columns]));
  if (differs) throw new BadBackup("This backup's tables don't match its own schema.");
}

/**
 * Drops constraints and triggers that would act on each row during the copy, which isn't in insertion order. Returns
 * the statements that recreate them.
 */
async function loosen(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ place: string; name: string; definition: string }>(
    `select conrelid::regclass::text as place, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const { rows: triggers } = await client.query<{ place: string }>(
    `select distinct tgrelid::regclass::text as place from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { place, name } of keys) await client.query(`alter table ${place} drop constraint ${name}`);
  for (const { place } of triggers) await client.query(`alter table ${place} disable trigger user`);
  return async () => {
    for (const { place } of triggers) await client.query(`alter table ${place} enable trigger user`);
    // Recreating a key checks every row against it.
    for (const { place, name, definition } of keys)
      await client.query(`alter table ${place} add constraint ${name} ${definition}`);
  };
}

async function load(
  client: pg.Client,
  manifest: Manifest,
  parts: AsyncGenerator<Manifest | Part>,
  say: (line: string) => void,
): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  let table: Manifest['tables'][number] | undefined;
  let copy: CopyIn | undefined;
  const finish = async () => {
    if (copy === undefined || table === undefined) return;
    await copy.end();
    say(`${table.name}: ${table.rows.toLocaleString('en-US')} ${table.rows === 1 ? 'row' : 'rows'}`);
  };
  for await (const part of parts) {
    if (!('table' in part)) throw new BadBackup('This backup has two lists of contents.');
    if (part.table !== table?.name) {
      await finish();
      table = tables.get(part.table);
      if (table === undefined)
        throw new BadBackup(`This backup contains a table that its list does not name: ${part.table}.`);
      copy = copyIn(client, `copy ${copied(table)} from stdin`);
    }
    if (copy !== undefined) for await (const chunk of part.rows) await copy.write(chunk);
  }
  await finish();
}

async function compare(client: pg.Client, manifest: Manifest): Promise<void> {
  const here = new Map((await statesOf(client)).map((state) => [state.name, state]));
  const wrong = manifest.tables.find(
    ({ name, rows, sum }) => here.get(name)?.rows !== rows || here.get(name)?.sum !== sum,
  );
  if (wrong !== undefined)
    throw new BadBackup(`This backup is incomplete: ${wrong.name} doesn't match its list. Nothing was restored.`);
}
