import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';

const holderProgram = `
  import { startEmbedded } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'))};
  import { writeSync } from 'node:fs';
  try {
    const database = await startEmbedded({ dataDir: process.argv[1] });
    writeSync(1, JSON.stringify(database.connection('owner')) + '\\n');
    setInterval(() => undefined, 1e6);
  } catch (error) {
    writeSync(2, error.message);
    process.exitCode = 1;
  }
`;

let dataDir: string;
let databases: EmbeddedDatabase[];
let holders: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'firstbell-embedded-'));
  databases = [];
  holders = [];
});

afterEach(async () => {
  for (const holder of holders) holder.kill('SIGKILL');
  for (const database of databases) await database.stop();
  await vi.waitFor(() => expect(runningOn(dataDir)).toEqual([]), 10_000);
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(log?: (line: string) => void): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, ...(log ? { log } : {}) });
  databases.push(database);
  return database;
}

/** Returns a separate process that holds the database until it is killed. */
function hold(): ChildProcess {
  const holder = spawn(process.execPath, ['--input-type=module-typescript', '-e', holderProgram, '--', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  holders.push(holder);
  return holder;
}

async function saidBy(holder: ChildProcess): Promise<string> {
  let said = '';
  holder.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  holder.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await Promise.race([vi.waitFor(() => expect(said).toContain('\n'), 15_000), once(holder, 'close')]);
  return said;
}

async function kill(holder: ChildProcess): Promise<void> {
  const ended = once(holder, 'close');
  holder.kill('SIGKILL');
  await ended;
}

/** Returns the ids of all processes that use this folder. */
function runningOn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });
}

function connectionIn(words: string): object {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(words));
}

async function ask<Row extends object>(connection: object, sql: string): Promise<Row[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(process.platform !== 'linux')('the embedded PostgreSQL', () => {
  test('serves UTF-8 text and UTC time, opens no TCP port, and admits only the two roles', async () => {
    const database = await start();
    const [facts] = await ask(
      database.connection('server'),
      `SELECT lower('ÉCOLE ŁÓDŹ') AS folded, current_setting('TimeZone') AS zone, current_setting('listen_addresses') AS addresses, current_user AS who`,
    );
    expect(facts).toEqual({ folded: 'école łódź', zone: 'UTC', addresses: '', who: 'firstbell_server' });
    await expect(ask({ ...database.connection('owner'), user: 'postgres' }, 'SELECT 1')).rejects.toThrow(/pg_hba/);
  });

  test('lets the owner create tables, extensions and databases, but not the server', async () => {
    const database = await start();
    await ask(database.connection('owner'), 'CREATE EXTENSION btree_gist; CREATE TABLE room (id int)');
    await ask(database.connection('owner', 'postgres'), 'CREATE DATABASE a_copy TEMPLATE firstbell');
    await expect(ask(database.connection('owner', 'a_copy'), 'SELECT * FROM room')).resolves.toEqual([]);
    for (const forbidden of [
      'CREATE TABLE lobby (id int)',
      'SELECT * FROM room',
      'CREATE DATABASE another',
      'CREATE SCHEMA more',
    ]) {
      await expect(ask(database.connection('server'), forbidden)).rejects.toThrow(/permission denied/);
    }
  });

  test('keeps data across a stop and a kill, and leaves no process behind', async () => {
    const first = await start();
    await ask(
      first.connection('owner'),
      'CREATE TABLE room (name text); INSERT INTO room VALUES ($$before the stop$$)',
    );
    await first.stop();
    expect(runningOn(dataDir)).toEqual([]);
    const holder = hold();
    await ask(connectionIn(await saidBy(holder)), 'INSERT INTO room VALUES ($$before the kill$$)');
    await kill(holder);
    // The test doesn't wait here, because the next start waits for its predecessor.
    const next = await start();
    await expect(ask(next.connection('owner'), 'SELECT name FROM room')).resolves.toEqual([
      { name: 'before the stop' },
      { name: 'before the kill' },
    ]);
  });

  test('recovers automatically if its first start was killed at any moment', async () => {
    for (const afterMs of [60, 180, 300, 450, 600]) {
      const holder = hold();
      const ended = once(holder, 'close');
      const timer = setTimeout(() => holder.kill('SIGKILL'), afterMs);
      await ended;
      clearTimeout(timer);
    }
    await vi.waitFor(() => expect(runningOn(dataDir)).toEqual([]), 10_000);
    const database = await start();
    await expect(ask(database.connection('server'), 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir)).toEqual(['postgresql-18']);
  });

  test('refuses a second process with a sentence, even if both start at once on an empty folder', async () => {
    const said = await Promise.all([saidBy(hold()), saidBy(hold())]);
    expect(said.filter((words) => words.includes('Another FirstBell'))).toHaveLength(1);
    expect(said.filter((words) => words.includes('firstbell_owner'))).toHaveLength(1);
    await expect(start()).rejects.toThrow(/Another FirstBell \(process \d+\) is already running on DATA_DIR/);
  });

  test('is restarted if it alone is killed', async () => {
    const lines: string[] = [];
    const database = await start((line) => lines.push(line));
    const pid = Number(readFileSync(path.join(dataDir, 'postgresql-18/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(lines.filter((line) => line.includes('ready to accept'))).toHaveLength(2), 10_000);
    await expect(ask(database.connection('server'), 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });

  test('names DATA_DIR if it is not a folder, or has data of another major version', async () => {
    const file = path.join(dataDir, 'a-file');
    writeFileSync(file, '');
    await expect(startEmbedded({ dataDir: file })).rejects.toThrow(/cannot use DATA_DIR .*a-file/);
    const older = path.join(dataDir, 'older');
    mkdirSync(path.join(older, 'postgresql-18'), { recursive: true });
    writeFileSync(path.join(older, 'postgresql-18/PG_VERSION'), '17\n');
    await expect(startEmbedded({ dataDir: older })).rejects.toThrow(/DATA_DIR .* holds data of PostgreSQL 17/);
  });

  test.skipIf(process.getuid?.() === 0)('names DATA_DIR if its user may not write there', async () => {
    const closed = path.join(dataDir, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    await expect(startEmbedded({ dataDir: closed })).rejects.toThrow(/cannot use DATA_DIR .*closed/);
  });
});
