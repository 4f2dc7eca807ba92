// `npm run test:old-version [-- COMMIT]`: runs the server of an older commit on the schema of this version, as happens
// during an upgrade. The older commit is the last one before the newest change of the schema, unless one is named; a
// merge is one change. Its own server tests run from its own sources, on tables that this version's migrations made. A
// failure here would hit people during an upgrade.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const schema = ['server/db/migrations', 'server/db/grants.sql', 'server/db/queue-grants.sql'];
/** Tests of the product's behavior, not of the older version's own schema. */
const tests = ['server/features', 'server/live', 'server/notifications', 'server/worker', 'test/server'];

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1024 ** 3 }).trim();

const [given] = process.argv.slice(2);
const commit = given ?? `${git('log', '-1', '--first-parent', '--format=%H', '--', ...schema)}^`;
const sha = git('rev-parse', '--verify', `${commit}^{commit}`);
// Versions from before the schema files (docs/decisions/026) have other migrations and were never installed anywhere.
const squash = git('log', '--diff-filter=A', '--format=%H', '--', 'server/db/migrations/0001_schools.sql')
  .split('\n')
  .at(-1);
if (squash === undefined || squash === '')
  throw new Error('The history of this checkout does not reach back to its schema.');
const isSince = spawnSync('git', ['merge-base', '--is-ancestor', squash, sha], { cwd: root }).status === 0;
if (!isSince) {
  console.log(
    given === undefined
      ? `There is no older version to test yet: the schema began with ${git('log', '-1', '--format=%h (%s)', squash)} and has not changed since.`
      : `${given} is older than the first version of this schema, ${git('log', '-1', '--format=%h (%s)', squash)}. Name a newer commit.`,
  );
  process.exit(given === undefined ? 0 : 1);
}
console.log(`The server of ${git('log', '-1', '--format=%h (%s)', sha)} on the schema of this version`);

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-old-'));
try {
  const archive = path.join(folder, 'old.tar');
  git('archive', '--format=tar', `--output=${archive}`, sha);
  const old = path.join(folder, 'old');
  mkdirSync(old);
  execFileSync('tar', ['-xf', archive, '-C', old]);
  for (const part of schema) {
    rmSync(path.join(old, part), { recursive: true, force: true });
    cpSync(path.join(root, part), path.join(old, part), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(old, 'node_modules'));
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...tests],
    {
      cwd: old,
      stdio: 'inherit',
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
