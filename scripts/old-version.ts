// `npm run test:old-version [-- COMMIT]`: the server of an older commit (the last one before the newest change of the schema,
// unless named) on the schema of this one, as it serves while an upgrade is under way: its own tests of the server, run from its
// own sources, on tables that this version's migrations made. What fails here would fail for people during an upgrade.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const schema = ['server/db/migrations', 'server/db/grants.sql', 'server/db/queue-grants.sql'];
/** What people do; not what the older version says about its own schema. */
const tests = ['server/features', 'server/jobs', 'server/live', 'server/notices', 'test/server'];

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1024 ** 3 }).trim();

const [given] = process.argv.slice(2);
const commit = given ?? `${git('log', '-1', '--format=%H', '--', ...schema)}^`;
const sha = git('rev-parse', '--verify', `${commit}^{commit}`);
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
      env: { ...process.env, FIRSTBELL_QUICK: '1' },
      stdio: 'inherit',
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
