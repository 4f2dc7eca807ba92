import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Refused } from '#server/core/refused.ts';
import { dropPrepared, preparedOn, sendTogether } from '#server/db/driver.ts';
import { asRefusal, isConnectionFailure, isNoAnswer, isOfStandby, unavailable } from '#server/db/failures.ts';
import type { SlowLog } from '#server/db/slow-log.ts';
import { type Ask, type Queryable, queryableOf } from '#server/db/statement.ts';

/** The timeout of one statement, in ms. */
export const statementMs = 4500;
/** How long a suspect connection may take to answer a ping, in ms. */
const pingMs = 500;
/** How long a caller with time left waits before it tries to get a connection again, in ms. */
const beforeRetryMs = 100;
/** How long a refused transaction waits for its rollback after the caller's own time is up. */
const rollbackMs = 500;
/**
 * The number of statements that stay prepared on a connection. A list with many filters has thousands of texts, each of
 * which takes up to 240 KB in the database. Without a limit, one person could fill its memory by trying all
 * combinations.
 */
const mostPrepared = 400;
/** How often a connection is used between two checks of that number. */
const usesBetweenLooks = 50;

/**
 * Connections whose last commit was acknowledged although no second machine has it, because someone canceled its wait
 * for the synchronous standby. PostgreSQL only raises a warning, and a failover could lose that commit.
 */
const unconfirmed = new WeakSet<pg.PoolClient>();
/** The PostgreSQL function that raises this warning. Unlike the message, its name isn't translated. */
const waitForStandby = 'SyncRepWaitForLSN';
/** When each connection was last known to work, and since when all connections of a pool are suspect. */
const knownGood = new WeakMap<pg.PoolClient, number>();
const suspectedAt = new WeakMap<pg.Pool, number>();
/** How often a connection was used since its prepared statements were last counted. */
const usesOf = new WeakMap<pg.PoolClient, number>();

/** Notes that a new connection works, and listens to its warnings. */
export function noteConnected(client: pg.PoolClient): void {
  knownGood.set(client, performance.now());
  client.on('notice', ({ routine }) => routine === waitForStandby && unconfirmed.add(client));
}

/** A pooled client, checked out. */
export type PooledClient = {
  ask: Ask;
  queryable: Queryable;
  /** Sends the statements of this turn of the event loop together. */
  sendTogether(): void;
  /**
   * Rolls back an open transaction. A connection that doesn't answer needs no rollback, because closing it has the same
   * effect.
   */
  rollBack(): Promise<void>;
  /**
   * Returns whether a statement has written, according to PostgreSQL's command tag. A writing `with` in a select isn't
   * detected.
   */
  hasWritten(): boolean;
  /** Returns the client to the pool, or removes it if its connection failed. */
  release(): void;
};

/** Checks a working connection out of the pool. */
export async function checkOut(pool: pg.Pool, slow: SlowLog | null, endsAt: number): Promise<PooledClient> {
  const client = await connect(pool, endsAt);
  let isBroken = false;
  let hasWritten = false;
  const run = async <Row extends object>(
    statement: pg.QueryConfig,
    waitMs = waitUntil(endsAt),
  ): Promise<pg.QueryResult<Row>> => {
    const began = slow === null ? 0 : performance.now();
    try {
      const result = await client.query<Row>(waiting(statement, waitMs));
      if (unconfirmed.delete(client))
        throw new Refused('unavailable', unavailable, { cause: new Error('No standby confirmed a commit.') });
      hasWritten ||= result.command !== 'SELECT';
      return result;
    } catch (error) {
      isBroken ||= isConnectionFailure(error);
      // If one connection stops answering, a network device has usually dropped the others, too. And if one leads to a
      // former primary, so do the others.
      if (isNoAnswer(error) || isOfStandby(error)) suspectedAt.set(pool, performance.now());
      throw asRefusal(error);
    } finally {
      const took = slow === null ? 0 : performance.now() - began;
      if (slow !== null && took >= slow.afterMs) slow.report(statement.text, took);
    }
  };
  return {
    ask: run,
    queryable: queryableOf(run),
    sendTogether: () => sendTogether(client),
    rollBack: async () => {
      if (!isBroken)
        await run({ text: 'rollback' }, Math.max(rollbackMs, Math.min(statementMs, endsAt - performance.now()))).catch(
          () => (isBroken = true),
        );
    },
    hasWritten: () => hasWritten,
    release: () => client.release(isBroken),
  };
}

/** Adds the timeout in ms, which the driver's types lack. */
function waiting(statement: pg.QueryConfig, milliseconds: number): pg.QueryConfig & { query_timeout: number } {
  return { ...statement, query_timeout: milliseconds };
}

/** Returns how long to wait for a statement, in ms. */
function waitUntil(endsAt: number): number {
  const left = endsAt - performance.now();
  if (left < 1) throw new Refused('unavailable', unavailable, { cause: new Error('The call timed out.') });
  return Math.min(statementMs, left);
}

/** Returns a connection that works as far as we know. */
async function connect(pool: pg.Pool, endsAt: number): Promise<pg.PoolClient> {
  for (;;) {
    const client = await connectUntil(pool, endsAt);
    const isSuspected = (knownGood.get(client) ?? Infinity) < (suspectedAt.get(pool) ?? 0);
    const isFull = hasTooManyPrepared(client);
    if (!isSuspected && !isFull) return client;
    const ask = (text: string) => client.query(waiting({ text }, Math.min(pingMs, waitUntil(endsAt))));
    try {
      await (isFull ? dropPrepared(client, ask) : ask(failsOnStandby));
      knownGood.set(client, performance.now());
      return client;
    } catch {
      client.release(true);
    }
  }
}

/** Returns whether it is time to drop the prepared statements of a connection. */
function hasTooManyPrepared(client: pg.PoolClient): boolean {
  const uses = (usesOf.get(client) ?? 0) + 1;
  usesOf.set(client, uses % usesBetweenLooks);
  return uses === usesBetweenLooks && preparedOn(client) > mostPrepared;
}

/**
 * Returns a connection before the caller's time is up. The pool gives up after 4 s, and at once if the database accepts
 * no connections. A caller with more time than that, such as a text message, tries again: no statement was sent.
 */
async function connectUntil(pool: pg.Pool, endsAt: number): Promise<pg.PoolClient> {
  for (;;) {
    const mayTryAgain = endsAt !== Infinity && endsAt - performance.now() > statementMs;
    try {
      return await connectWithin(pool, waitUntil(endsAt));
    } catch (error) {
      if (!mayTryAgain || !(error instanceof Refused)) throw error;
      await delay(beforeRetryMs);
    }
  }
}

/** Returns a connection within this many ms. A connection that arrives late goes back to the pool. */
async function connectWithin(pool: pg.Pool, milliseconds: number): Promise<pg.PoolClient> {
  let isLate = false;
  const coming = pool.connect();
  void coming.then(
    (client) => isLate && client.release(),
    () => {},
  );
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new Error('timeout while waiting for a connection'));
    }, milliseconds);
  });
  try {
    return await Promise.race([coming, patience]);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    clearTimeout(timer);
  }
}

/** A ping that a standby refuses: a connection that led to the primary may lead to a former primary by now. */
const failsOnStandby = 'select 1 / (not pg_is_in_recovery())::int';
