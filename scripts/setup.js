import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withSetupLock } from './setup-lock.js';
import { step } from './progress.js';

/** The project folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** This file is preloaded into each program that we run, and ends it when we exit. */
export const leash = join(root, 'scripts/leash.cjs');

/** A failed set-up, as a sentence for the person who typed the command. */
export class SetupError extends Error {}

const runtime = join(root, '.runtime');
const privateNode = join(runtime, 'node');
const privateNpm = join(runtime, 'npm');
const neededNode = 24;
const neededNpm = 11;

const majorOf = (version) => Number.parseInt(version.replace(/^v/, ''), 10);

/**
 * Returns the Node that runs the product: this one if it is new enough, or our own. `ready` says whether it is
 * installed.
 */
export function findNode() {
  if (majorOf(process.version) >= neededNode) return { path: process.execPath, ready: true };
  const path = join(privateNode, 'bin', 'node');
  return {
    path,
    ready:
      existsSync(path) && installedVersion(privateNode) === pinnedVersion(`node-${process.platform}-${process.arch}`),
  };
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function installedVersion(folder) {
  return readJson(join(folder, 'package.json')).version;
}

function pinnedVersion(name) {
  const { dependencies, optionalDependencies } = readJson(join(root, 'scripts/runtime/package.json'));
  return { ...dependencies, ...optionalDependencies }[name];
}

/** npm's script: the one that started us, or the first next to Node or in PATH. Returns undefined if there is none. */
function npmAtHand() {
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)];
  const commands = [process.env.npm_execpath, ...folders.map((folder) => join(folder, 'npm'))];
  for (const command of commands) {
    if (!command || !existsSync(command)) continue;
    const file = realpathSync(command);
    if (file.endsWith('npm-cli.js')) return file;
  }
  return undefined;
}

function newEnoughNpm() {
  if (installedVersion(privateNpm) === pinnedVersion('npm')) return join(privateNpm, 'bin/npm-cli.js');
  const npm = npmAtHand();
  return npm && majorOf(installedVersion(join(dirname(npm), '..')) ?? '0') >= neededNpm ? npm : undefined;
}

const offline =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/;

/** Runs Node on `args` in `cwd`. A failure becomes a sentence beginning with `what`. */
function work(node, args, { cwd, what }) {
  return new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
      FIRSTBELL_PARENT: String(process.pid),
    };
    // The machine's production setting would skip the packages that build the web.
    delete env.NODE_ENV;
    const child = spawn(node, ['--require', leash, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const hear = (chunk) => (said = (said + chunk).slice(-8000));
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const interrupt = () => child.kill('SIGTERM');
    process.once('SIGINT', interrupt);
    process.once('SIGTERM', interrupt);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
      if (code === 0) return resolve();
      if (signal) return reject(new SetupError(`${what} was interrupted. The next start resumes it.`));
      const advice = offline.test(said)
        ? "The package registry cannot be reached: check the network (and HTTPS_PROXY, or npm's registry setting), then run the command again."
        : 'Its last output:';
      reject(new SetupError(`${what} failed. ${advice}\n\n${said.trim().split('\n').slice(-12).join('\n')}`));
    });
  });
}

async function bringRuntime({ node, npm }) {
  const packageName = `node-${process.platform}-${process.arch}`;
  if (node && !pinnedVersion(packageName)) {
    throw new SetupError(
      `FirstBell runs on Node ${neededNode}, and this is ${process.version}. Install Node ${neededNode} from https://nodejs.org, then run the command again.`,
    );
  }
  const cli = npmAtHand();
  if (!cli)
    throw new SetupError(
      'npm was not found next to Node. Install Node 24 with npm from https://nodejs.org, then run the command again.',
    );
  const draft = join(runtime, 'draft');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(root, 'scripts/runtime', file), join(draft, file));
  const what = node ? `Fetching Node ${pinnedVersion(packageName)}` : `Fetching npm ${pinnedVersion('npm')}`;
  const parts = node ? ['--include=optional'] : ['--omit=optional'];
  await step(what, () =>
    work(process.execPath, [cli, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', ...parts, '--prefix', draft], {
      cwd: draft,
      what,
    }),
  );
  const moved = [...(node ? [[packageName, privateNode]] : []), ...(npm ? [['npm', privateNpm]] : [])];
  for (const [name, place] of moved) {
    if (!existsSync(join(draft, 'node_modules', name)))
      throw new SetupError(`${what} installed nothing for this machine (${name}).`);
    rmSync(place, { recursive: true, force: true });
    renameSync(join(draft, 'node_modules', name), place);
  }
  rmSync(draft, { recursive: true, force: true });
  // With our Node first in PATH, its own npm is used.
  const link = join(privateNode, 'bin/npm');
  if (existsSync(privateNode) && existsSync(privateNpm) && !existsSync(link))
    symlinkSync('../../npm/bin/npm-cli.js', link);
}

const packageStamp = join(root, 'node_modules/.firstbell-stamp');
const webStamp = join(root, 'dist/web.stamp');
const webSources = [
  'web',
  'contract',
  'domain',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'index.html',
  'tsconfig.json',
];

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(process.platform + process.arch)
    .digest('hex');
}

/** Returns a fast fingerprint of the web's sources: names, sizes and times. Tests don't affect the build. */
function webHash() {
  const hash = createHash('sha256');
  const visit = (name) => {
    const stats = statSync(join(root, name), { throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      for (const entry of readdirSync(join(root, name))) visit(`${name}/${entry}`);
    } else if (stats && !/\.test\.tsx?$/.test(name)) hash.update(`${name}\0${stats.size}\0${stats.mtimeMs}\n`);
  };
  webSources.forEach(visit);
  return hash.digest('hex');
}

/**
 * Installs the lock file's packages into an empty folder. This can't be `npm ci`: it refuses a lock file without every
 * other platform's packages, and a registry mirror doesn't have them all.
 */
async function bringPackages() {
  const what = 'Installing packages';
  const stamp = lockHash();
  const options = [
    '--no-save',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--prefix',
    root,
  ];
  await step(what, async () => {
    // An interrupted install must not pass for a complete one.
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    await work(findNode().path, [newEnoughNpm(), 'install', ...options], { cwd: root, what });
  });
  writeFileSync(packageStamp, stamp);
}

async function buildWeb() {
  const what = 'Building the web';
  const stamp = webHash();
  rmSync(webStamp, { force: true });
  await step(what, () =>
    work(findNode().path, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: root, what }),
  );
  mkdirSync(dirname(webStamp), { recursive: true });
  writeFileSync(webStamp, stamp);
}

/**
 * Installs anything that a command needs and that is missing: Node 24, npm 11, the packages of the lock file, and with
 * `web` the built web. Looks first and takes the lock only where there is work, so that a later start costs a few
 * milliseconds. Several starts at once take turns; each looks again when its turn comes. Throws SetupError with a
 * sentence.
 */
export async function prepare({ web }) {
  const needs = () => {
    const packages = readIfThere(packageStamp) !== lockHash();
    return {
      node: !findNode().ready,
      npm: packages && !newEnoughNpm(),
      packages,
      web: web && readIfThere(webStamp) !== webHash(),
    };
  };
  if (!Object.values(needs()).some(Boolean)) return;
  try {
    mkdirSync(runtime, { recursive: true });
    await withSetupLock(join(runtime, 'setup.lock'), async () => {
      const now = needs();
      if (now.node || now.npm) await bringRuntime(now);
      if (now.packages) await bringPackages();
      if (now.web) await buildWeb();
    });
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code)) {
      throw new SetupError(
        `FirstBell cannot set itself up in ${root}: ${error.message}. Run it as the user who owns this folder, with enough disk space.`,
      );
    }
    throw error;
  }
}
