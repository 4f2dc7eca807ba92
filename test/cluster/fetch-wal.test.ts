import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
let script: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fb-fetch-wal-'));
  const program = (name: string, body: string) =>
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  program(
    'pg_controldata',
    'echo "pg_control version number:            1300"\necho "Database cluster state:               $STATE"',
  );
  program('pgbackrest', 'echo "$@"');
  const source = readFileSync(path.join(import.meta.dirname, '../../deploy/cluster/fetch-wal.sh'), 'utf8');
  script = path.join(folder, 'fetch-wal.sh');
  writeFileSync(script, source.replace('/usr/lib/postgresql/@POSTGRES_VERSION@/bin', folder));
});
afterAll(() => rmSync(folder, { recursive: true }));

const history = '00000005.history';
const segment = '000000040000000000000008';
it.each([
  ['a former primary', 'in production', history, false],
  ['a former primary that replays its own WAL', 'in crash recovery', history, false],
  ['a standby', 'in archive recovery', history, true],
  ['a standby that was stopped', 'shut down in recovery', history, true],
  ['a former primary that was stopped', 'shut down', history, true],
  ['a former primary', 'in production', segment, true],
])('lets %s (%s) fetch %s: %s', (_what, state, file, isFetched) => {
  const { status, stdout } = spawnSync('sh', [script, file, 'pg_wal/RECOVERYXLOG'], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}`, STATE: state },
  });
  expect([status, stdout]).toEqual(
    isFetched ? [0, `--stanza=firstbell archive-get ${file} pg_wal/RECOVERYXLOG\n`] : [1, ''],
  );
});
