// `npm run test:cluster [-- --failovers 50] [--short]`: three machines with the files of deploy/cluster, people at work
// on them, and everything that can fail. It prints a table, and its seed: CLUSTER_SEED repeats the same faults in the
// same order. It needs root on a Debian and installs what is missing. --short has two failovers, for `npm run
// test:long`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareMachine } from '#test/cluster/packages.ts';

const addresses = ['10.20.0.11', '10.20.0.12', '10.20.0.13'];

const reason = prepareMachine();
if (reason !== null) {
  console.log(`There is no cluster to test here. ${reason}`);
  // The long form of all tests continues without it. A run that requested it by name fails.
  process.exit(process.argv.includes('--short') ? 0 : 1);
}
const folder = mkdtempSync(path.join(tmpdir(), 'fb-cluster-'));
chmodSync(folder, 0o711);
const certificate = path.join(folder, 'certificate.pem');
const key = path.join(folder, 'key.pem');
const made = spawnSync(
  'openssl',
  [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=FirstBell',
  ]
    .concat('-addext', `subjectAltName=${addresses.map((address) => `IP:${address}`).join(',')}`)
    .concat('-keyout', key, '-out', certificate),
  { encoding: 'utf8' },
);
if (made.status !== 0) throw new Error(made.stderr);
writeFileSync(path.join(folder, 'firstbell.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));

// The run has its own process namespace, so everything on the three machines ends with this process, however it ends.
// Its first process is a shell, which collects the processes that lost their parents.
const inside = path.join(import.meta.dirname, 'people.ts');
const child = spawn(
  'unshare',
  ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', '"$@" & wait $!', 'sh']
    .concat(process.execPath, '--disable-warning=ExperimentalWarning', inside)
    .concat(process.argv.slice(2)),
  {
    stdio: 'inherit',
    env: { ...process.env, CLUSTER_FOLDER: folder, NODE_EXTRA_CA_CERTS: certificate },
  },
);
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill('SIGKILL'));
const [code] = (await once(child, 'exit')) as [number | null];
if (process.env['CLUSTER_KEEP'] === undefined)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
else console.log(`The machines' folders and logs are in ${folder}`);
process.exit(code ?? 1);
