import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
let script: string;
/** The backups' folder in the script. It doesn't exist until a test makes it. */
let backups: string;
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
  backups = path.join(folder, 'backups');
  writeFileSync(
    script,
    source.replace('/usr/lib/postgresql/@POSTGRES_VERSION@/bin', folder).replace('@BACKUP_PATH@', backups),
  );
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
  expect(fetchWal(state, file)).toEqual(isFetched ? [0, asked(file)] : [1, '']);
});

it('starts pgBackRest only for what the backups have, if their folder can be read', () => {
  const archive = path.join(backups, 'archive/firstbell');
  mkdirSync(path.join(archive, '15-1', segment.slice(0, 16)), { recursive: true });
  for (const file of [history, segment]) expect(fetchWal('in archive recovery', file)).toEqual([1, '']);

  const digest = '0123456789abcdef0123456789abcdef01234567';
  writeFileSync(path.join(archive, '15-1', history), '');
  writeFileSync(path.join(archive, '15-1', segment.slice(0, 16), `${segment}-${digest}.zst`), '');
  for (const file of [history, segment]) expect(fetchWal('in archive recovery', file)).toEqual([0, asked(file)]);
  expect(fetchWal('in archive recovery', '00000006.history')).toEqual([1, '']);
  expect(fetchWal('in archive recovery', segment.replace(/8$/, '9'))).toEqual([1, '']);
});

/** What pgBackRest is asked, as the one of this test prints it. */
const asked = (file: string) => `--stanza=firstbell archive-get ${file} pg_wal/RECOVERYXLOG\n`;

function fetchWal(state: string, file: string): [number | null, string] {
  const { status, stdout } = spawnSync('sh', [script, file, 'pg_wal/RECOVERYXLOG'], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}`, STATE: state },
  });
  return [status, stdout];
}
