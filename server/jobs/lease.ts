import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Connection } from '#server/db/database.ts';
import { isConnectionFailure } from '#server/db/failures.ts';
import { cutOff } from '#server/db/driver.ts';
import { openClient } from '#server/db/open-client.ts';

/**
 * A lease lets one process send the deliveries it has claimed. It is a row of `worker_leases` that the process renews,
 * so it outlives connections and failovers (docs/decisions/079).
 */
export type Lease = {
  /** The number under which this process claims. It gets another one if another process has ended its lease. */
  readonly key: number;
  /** Returns whether the database is connected and no other process can have ended the lease. */
  isHeld(): boolean;
  /** Gives the lease back, so that others needn't wait for its end. */
  release(): Promise<void>;
};

export type LeaseOptions = {
  /** How long the others wait for a sign of life, in seconds. */
  seconds: number;
  /** Called each time the lease is held again, and when another process's lease is gone: its claims are free. */
  onFree: () => void;
};

/** How often a lease is renewed in its time. The others end it after as many looks without a change. */
const looksOfLease = 6;
/** The part of its time after which a process no longer trusts its own lease. */
const trusted = 5 / 6;
const retryMs = 500;
/** How long the database may take to answer, in ms. */
const patienceMs = 4000;

/**
 * The class of the advisory locks that were leases before there was a table. A rolling upgrade has both: workers of the
 * earlier version don't touch the claims that a lock of this class protects. Their keys are below `firstKey`.
 */
export const leaseClass = 724_184;
export const firstKey = 2 ** 31;
const newKey = () => firstKey + randomInt(firstKey);

/**
 * Takes a lease and renews it while the process lives, also after the connection was lost. If the database is
 * unreachable at first, the lease is taken once it is back.
 *
 * A process ends the lease of another one after it has looked several times in a row, through one connection, and found
 * no sign of life. It counts looks instead of comparing clocks: a paused machine, a failover or a clock that jumps ends
 * no lease, and after an outage everyone has the full time to come back.
 */
export async function holdLease(connection: Connection, { seconds, onFree }: LeaseOptions): Promise<Lease> {
  const leaseMs = seconds * 1000;
  const ended = new AbortController();
  let key = newKey();
  let client: pg.Client | null = null;
  /** When the last successful renewal began. */
  let renewedAt = -Infinity;

  const renew = async (through: pg.Client, isNew: boolean) => {
    const began = performance.now();
    const { rowCount } = await through.query('update worker_leases set beats = beats + 1 where key = $1', [key]);
    if (rowCount === 0) {
      key = newKey();
      await through.query('insert into worker_leases (key) values ($1)', [key]);
    }
    // The lock's number is an unsigned key in the signed type that the function takes.
    if (isNew || rowCount === 0)
      await through.query('select pg_try_advisory_lock($1::int, ($2::bigint - 4294967296)::int)', [leaseClass, key]);
    renewedAt = began;
  };

  const isHeld = () => client !== null && performance.now() - renewedAt < leaseMs * trusted;
  const beat = async (through: pg.Client, others: Map<number, Sighting>) => {
    // A machine that slept may have stopped in the middle of its work.
    const wasHeld = isHeld();
    await renew(through, false);
    if ((await endDeadLeases(through, key, others)) || !wasHeld) onFree();
  };

  const take = async () => {
    const taking = await openClient(connection, { patienceMs, begin: (opened) => renew(opened, true) });
    if (ended.signal.aborted) return void taking.end();
    client = taking;
    const lost = new AbortController();
    taking.once('end', () => {
      lost.abort();
      client = null;
      if (!ended.signal.aborted) void takeAgain();
    });
    void keepBeating(taking, AbortSignal.any([lost.signal, ended.signal]));
    onFree();
  };
  const keepBeating = async (through: pg.Client, until: AbortSignal) => {
    const others = new Map<number, Sighting>();
    try {
      while (!until.aborted) {
        await delay(leaseMs / looksOfLease, undefined, { ref: false, signal: until });
        await beat(through, others);
      }
    } catch {
      // A connection that doesn't answer counts as lost.
      if (!ended.signal.aborted) cutOff(through);
    }
  };
  const takeAgain = async () => {
    while (!ended.signal.aborted && client === null) {
      await delay(retryMs);
      // The database is unavailable. Retry until it is back.
      await take().catch(() => {});
    }
  };

  await take().catch((error: unknown) => {
    if (!isConnectionFailure(error)) throw error;
    void takeAgain();
  });
  return {
    get key() {
      return key;
    },
    isHeld,
    release: async () => {
      ended.abort();
      // If the database is away, the others end the lease.
      await client?.query('delete from worker_leases where key = $1', [key]).catch(() => {});
      await client?.end();
    },
  };
}

/** A lease as it was last seen, and in how many looks in a row it hasn't changed. */
type Sighting = { beats: string; looks: number };

/**
 * Checks the leases of others, and ends those without a sign of life. Returns whether any has gone since the last
 * check.
 */
async function endDeadLeases(client: pg.Client, ownKey: number, seen: Map<number, Sighting>): Promise<boolean> {
  const { rows } = await client.query<{ key: string; beats: string }>(
    'select key, beats from worker_leases where key <> $1',
    [ownKey],
  );
  const before = new Map(seen);
  seen.clear();
  for (const { key, beats } of rows) {
    const last = before.get(Number(key));
    const looks = last?.beats === beats ? last.looks + 1 : 0;
    // If the lease was renewed meanwhile, nothing is deleted.
    if (looks >= looksOfLease)
      await client.query('delete from worker_leases where key = $1 and beats = $2', [key, beats]);
    seen.set(Number(key), { beats, looks });
  }
  return [...before.keys()].some((key) => !seen.has(key));
}
