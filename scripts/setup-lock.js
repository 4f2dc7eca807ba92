import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const pollMs = 200;
/** How long the children of a killed start take to exit, in ms. */
const leashMs = 1_000;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  // If a lock that we don't hold has our process id, it is from a predecessor in an earlier run of this container.
  if (!pid || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Takes the lock in one step, so it never exists without its holder's id. Returns false if it is taken. */
function take(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Moves a dead holder's lock away. If the holder turns out to be alive, moves the lock back. */
function clearStale(file) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    if (isAlive(holderOf(aside))) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Runs `work` while no other start of this folder does. Waits for one in progress, but not for a dead one. */
export async function withSetupLock(file, work) {
  let told = false;
  while (!take(file)) {
    const holder = holderOf(file);
    if (!isAlive(holder)) {
      await wait(leashMs);
      clearStale(file);
      continue;
    }
    if (!told) process.stderr.write(`  Another start (process ${holder}) is setting up; waiting for it …\n`);
    told = true;
    await wait(pollMs);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
