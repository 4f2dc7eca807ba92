import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const pollMs = 200;
/** What a killed start had running ends by itself in this time, in ms. */
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
  // The same id as ours in a lock we do not hold is a predecessor's, from another life of this container.
  if (!pid || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Takes the lock in one step, so that it never stands there without its holder's id; false where it is taken. */
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

/** Moves a dead holder's lock out of the way. Whoever finds that they moved a living one's puts it back. */
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

/** Does `work` while no other start of this folder does the like; waits for one that is at it, and for no dead one. */
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
