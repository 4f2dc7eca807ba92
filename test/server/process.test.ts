import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '#test/db.ts';
import { makeOwner } from '#test/make.ts';
import { postgresOf, type ServerProcess, startServer as start, urlOf } from '#test/server/processes.ts';
import { until } from '#test/until.ts';

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-process-'));
  dataDir = path.join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** These tests start the files that a school runs, never their bundle. */
const startServer = (place: string, settings: Record<string, string> = {}, flags: readonly string[] = ['--dev']) =>
  start(place, settings, flags, { fromSources: true });
const stop = async (server: ServerProcess) => {
  server.child.kill('SIGTERM');
  return server.exited;
};
const passwordIn = (text: string) => /with(?: the password)? ([a-z0-9]{4}(?:-[a-z0-9]{4}){3})/.exec(text)?.[1];
const signIn = (url: string, password: string | undefined) =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'owner', password }),
  });

it('prints the owner’s generated password once, serves, drains on SIGTERM, leaves no process behind, and shares its folder with no other', async () => {
  const first = await startServer(dataDir);
  const password = passwordIn(first.output());
  expect((await signIn(first.url, password)).status).toBe(200);
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  expect((await fetch(`${first.url}/api/ready`)).status).toBe(200);
  first.child.kill('SIGTERM');
  await until(async () => (await fetch(`${first.url}/api/ready`)).status === 503);
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  expect(await first.exited).toBe(0);
  expect(postgresOf(dataDir)).toEqual([]);
  expect(await readdir(folder)).toEqual(['data']);

  const second = await startServer(dataDir);
  expect(passwordIn(second.output())).toBeUndefined();
  expect((await signIn(second.url, password)).status).toBe(200);

  // Another FirstBell that uses the same folder stops with a message, and the first continues.
  const other = await startServer(dataDir);
  expect(await other.exited).toBe(1);
  expect(other.output()).toMatch(/could not start: .*DATA_DIR|already/);
  expect((await fetch(`${second.url}/api/ready`)).status).toBe(200);
  expect(await stop(second)).toBe(0);
});

it('names an invalid setting, and does not start', async () => {
  const server = await startServer(dataDir, { TRUST_PROXY: 'perhaps' });
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain('TRUST_PROXY must be off');
  expect(postgresOf(dataDir)).toEqual([]);
});

it('listens to SIGTERM from the start, as process 1 of a container has to, even while it waits for its database', async () => {
  const child = spawn(process.execPath, ['server/main.ts'], {
    // Nothing listens at the discard port.
    env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  await until(() => text.includes("can't be reached yet"));
  child.kill('SIGTERM');
  // Without a listener, the code would be null and the signal SIGTERM.
  expect(await exited).toEqual([143, null]);
});

it('gives the owner a new password on the server itself', async () => {
  const reset = await startServer(dataDir, {}, ['--reset-owner']);
  expect(await reset.exited).toBe(0);
  const password = passwordIn(reset.output());
  const server = await startServer(dataDir);
  expect((await signIn(server.url, password)).status).toBe(200);
  await stop(server);
});

// Seven processes, one after the other.
it(
  'takes the owner’s password from the settings only on its first start, is backed up while it serves, and is restored elsewhere',
  { timeout: 90_000 },
  async () => {
    const file = path.join(folder, 'firstbell.backup');
    const here = path.join(folder, 'here');
    const server = await startServer(here, { OWNER_PASSWORD: 'settings-chose-this-1' });
    expect(server.output()).not.toContain('settings-chose-this-1');
    expect((await signIn(server.url, 'settings-chose-this-1')).status).toBe(200);
    const run = async (place: string, flags: readonly string[]) => {
      const command = await startServer(place, {}, flags);
      return { code: await command.exited, text: command.output() };
    };
    expect(await run(here, ['--backup', file])).toEqual({
      code: 0,
      text: expect.stringMatching(/Backed up \d+ rows of \d+ tables/) as string,
    });
    expect(await run(here, ['--backup', file])).toEqual({
      code: 1,
      text: expect.stringContaining('never overwrites a file') as string,
    });
    // A database that is being served can't be restored into.
    expect(await run(here, ['--restore', file])).toEqual({
      code: 1,
      text: expect.stringContaining('already running') as string,
    });
    await stop(server);

    const there = path.join(folder, 'there');
    expect(await run(there, ['--restore', file])).toEqual({
      code: 0,
      text: expect.stringMatching(/Restored \d+ rows/) as string,
    });
    const moved = await startServer(there, { OWNER_PASSWORD: 'another-choice-2' });
    expect((await signIn(moved.url, 'settings-chose-this-1')).status).toBe(200);
    expect((await signIn(moved.url, 'another-choice-2')).status).toBe(401);
    await stop(moved);
    expect(await run(there, ['--restore', file])).toEqual({
      code: 1,
      text: expect.stringContaining('already contains data') as string,
    });
    expect([...postgresOf(here), ...postgresOf(there)]).toEqual([]);
  },
);

it('is backed up from an external PostgreSQL, and restored into another, which must be empty', async () => {
  const [full, empty] = [await openTestDatabase(2), await openEmptyDatabase()];
  await makeOwner(full.db, { fullName: 'Olive Owner' });
  const file = path.join(folder, 'external.backup');
  const run = async (flag: string, database: TestDatabase) => {
    const command = await startServer(
      'unused',
      { DATABASE_URL: urlOf(database.server), MIGRATION_DATABASE_URL: urlOf(database.owner) },
      [flag, file],
    );
    return { code: await command.exited, text: command.output() };
  };
  expect(await run('--backup', full)).toEqual({ code: 0, text: expect.stringContaining('Backed up 1 rows') as string });
  expect(await run('--restore', full)).toEqual({
    code: 1,
    text: expect.stringContaining('already contains data') as string,
  });
  expect(await run('--restore', empty)).toEqual({ code: 0, text: expect.stringMatching(/Restored 1 rows/) as string });
  const { rows } = await empty.pool.query('select full_name from users');
  expect(rows).toEqual([{ full_name: 'Olive Owner' }]);
  await Promise.all([full.drop(), empty.drop()]);
});
