import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import pgCopy from 'pg-copy-streams';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BadBackup, type Manifest, readArchive, writeArchive } from '#server/backup/archive.ts';
import { backUp } from '#server/backup/back-up.ts';
import { copyIn } from '#server/backup/copy-in.ts';
import { restore } from '#server/backup/restore.ts';
import { connectFor } from '#server/backup/tables.ts';
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '#test/db.ts';
import { mondayMorning } from '#test/world.ts';

let database: TestDatabase;
let folder: string;
let manifest: Manifest;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-copy-'));
  await backUp(database.server, path.join(folder, 'none'), { now: mondayMorning });
  const first = await readArchive(path.join(folder, 'none'), undefined).next();
  if (first.done === true || !('format' in first.value)) throw new Error('The backup has no list of contents.');
  manifest = first.value;
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

let client: pg.Client;
let pid: number;
beforeEach(async () => {
  client = await connectFor(database.owner);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  pid = rows[0]?.pid ?? 0;
  return () => client.end().catch(() => undefined);
});
async function kill(): Promise<void> {
  const killer = await connectFor(database.owner);
  await killer.query('select pg_terminate_backend($1)', [pid]);
  await killer.end();
}
/** The other side may close a socket during a write, before the reason has been read. */
const killed = /terminating connection|Connection terminated|^write EPIPE$|^read ECONNRESET$/;
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

/** More than any socket holds. */
const large = Buffer.alloc(8_000_000, 'x');
const row = Buffer.from('name\t\\\\x00\n');

describe('loading rows', () => {
  const start = () => copyIn(client, 'copy secrets (name, value) from stdin');

  it('loads all rows', async () => {
    const copy = start();
    await copy.write(Buffer.from(`long\t\\\\x${randomBytes(4_000_000).toString('hex')}\n`));
    await copy.write(row);
    await copy.end();
    expect((await client.query('delete from secrets returning length(value) as bytes')).rows).toEqual([
      { bytes: 4_000_000 },
      { bytes: 1 },
    ]);
  });

  it('fails with PostgreSQL’s error if it refuses a row while more are being sent, and sends nothing afterward', async () => {
    const copy = start();
    await copy.write(row);
    const writes = ['only one column\n', large, row].map((chunk) => failureOf(copy.write(Buffer.from(chunk))));
    const refusal = 'missing data for column "value"';
    // The socket drains after the refusal.
    expect((await Promise.all(writes)).slice(1)).toContain(refusal);
    expect(await failureOf(copy.write(row))).toBe(refusal);
    expect(await failureOf(copy.end())).toBe(refusal);
    expect((await client.query('select 1 as there')).rows).toEqual([{ there: 1 }]);
  });

  it('fails if there is no such table', async () => {
    const copy = copyIn(client, 'copy nothing from stdin');
    expect(await failureOf(copy.write(row))).toBe('relation "nothing" does not exist');
  });

  it.each([
    ['PostgreSQL ends the connection', kill, killed],
    ['we end it ourselves', () => client.end(), killed],
    ['the network breaks', () => client.connection.stream.destroy(new Error('ECONNRESET')), /ECONNRESET/],
  ])('fails once if %s, and for later callers, too', async (_, breaks, message) => {
    const copy = start();
    await copy.write(row);
    const writing = (async () => {
      for (;;) await copy.write(large);
    })();
    const failure = failureOf(writing);
    await breaks();
    const first = await failure;
    expect(first).toMatch(message);
    expect(await failureOf(copy.write(row))).toBe(first);
    expect(await failureOf(copy.end())).toBe(first);
  });
});

it('a restore ends with an error message if PostgreSQL refuses rows while more are being sent', async () => {
  const file = path.join(folder, 'refused');
  const archive = await writeArchive(createWriteStream(file), manifest, []);
  const value = (bytes: number) => `\\\\x${randomBytes(bytes).toString('hex')}`;
  // Each part is a separate entry that takes a while to decompress.
  await archive.addTable('secrets', rowsOf(`first\t${value(100_000)}\nonly one column\n`));
  for (let part = 0; part < 40; part += 1) await archive.addTable('secrets', rowsOf(`${part}\t${value(65_000)}\n`));
  await archive.end();
  const empty = await openEmptyDatabase();
  try {
    const refused = restore(file, { owner: empty.owner, serverRole: 'firstbell_server' });
    await expect(refused).rejects.toThrow(BadBackup);
    expect((await empty.pool.query('select 1 from secrets')).rows).toEqual([]);
  } finally {
    await empty.drop();
  }
});

describe('reading rows', () => {
  const rows = () =>
    client.query(pgCopy.to("copy (select repeat('x', 1000) from generate_series(1, 50000)) to stdout"));

  it('fails if PostgreSQL closes the connection, however slowly the rows are written', async () => {
    const archive = await writeArchive(createWriteStream(path.join(folder, 'killed')), manifest, []);
    const slowly = async function* () {
      let isFirst = true;
      for await (const chunk of rows()) {
        if (isFirst) await kill();
        isFirst = false;
        yield chunk;
      }
    };
    expect(await failureOf(archive.addTable('secrets', slowly()))).toMatch(killed);
  });

  it('fails with the reason if rows cannot be written, and closes the connection cleanly', async () => {
    const out = createWriteStream(path.join(folder, 'full'));
    const archive = await writeArchive(out, manifest, []);
    const untilFull = async function* () {
      for await (const chunk of rows()) {
        if (!out.destroyed) out.destroy(new Error('no space left on device'));
        yield chunk;
      }
    };
    expect(await failureOf(archive.addTable('secrets', untilFull()))).toBe('no space left on device');
    await client.end();
  });
});

async function* rowsOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
