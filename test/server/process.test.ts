import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresOf, type ServerProcess, startServer } from '#test/server/processes.ts';
import { until } from '#test/until.ts';

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-process-'));
  dataDir = path.join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const stop = async (server: ServerProcess) => {
  server.child.kill('SIGTERM');
  return server.exited;
};
const passwordIn = (text: string) => /with(?: the password)? ([a-z0-9]{4}(?:-[a-z0-9]{4}){3})/.exec(text)?.[1];
const signIn = (url: string, password: string | undefined) =>
  fetch(`${url}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username: 'owner', password }) });

it('prints the owner’s generated password once, serves, drains on SIGTERM and leaves no process behind', async () => {
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
  expect(await stop(second)).toBe(0);
});

it('says so and stops where another FirstBell works in the same folder', async () => {
  const first = await startServer(dataDir);
  const other = await startServer(dataDir);
  expect(await other.exited).toBe(1);
  expect(other.output()).toMatch(/could not start: .*DATA_DIR|already/);
  expect((await fetch(`${first.url}/api/ready`)).status).toBe(200);
  await stop(first);
});

it('names a setting that cannot be, and does not start', async () => {
  const server = await startServer(dataDir, { TRUST_PROXY: 'perhaps' });
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain('TRUST_PROXY must be off');
  expect(postgresOf(dataDir)).toEqual([]);
});

it('gives the owner a new password on the machine itself', async () => {
  const reset = await startServer(dataDir, {}, ['--reset-owner']);
  expect(await reset.exited).toBe(0);
  const password = passwordIn(reset.output());
  const server = await startServer(dataDir);
  expect((await signIn(server.url, password)).status).toBe(200);
  await stop(server);
});

it('takes the owner’s password from the settings on the first start only', async () => {
  const other = path.join(folder, 'other');
  const first = await startServer(other, { OWNER_PASSWORD: 'settings-chose-this-1' });
  expect(first.output()).not.toContain('settings-chose-this-1');
  expect((await signIn(first.url, 'settings-chose-this-1')).status).toBe(200);
  await stop(first);
  const second = await startServer(other, { OWNER_PASSWORD: 'another-choice-2' });
  expect((await signIn(second.url, 'another-choice-2')).status).toBe(401);
  await stop(second);
});
