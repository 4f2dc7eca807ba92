import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '#server/db/database.ts';
import { connectionConfig } from '#server/db/database.ts';

/** A write that a PostgreSQL acknowledged. Times are of `performance.now()`. */
export type Acknowledged = { machine: number; n: number; timeline: string; began: number; ended: number };

/** Writers that connect to each PostgreSQL directly, not through HAProxy, to detect two primaries. */
export type Probes = {
  /** Returns the machine whose PostgreSQL acknowledged last. */
  primary(): number | null;
  /** Returns how many writes were acknowledged. */
  size(): number;
  /**
   * Waits for pending writes, and returns the problems: lost writes, and two primaries that acknowledged at the same
   * time.
   */
  end(through: pg.Client): Promise<string[]>;
};

const pauseMs = 100;

/** The table that the probes write, and the schema that keeps it away from FirstBell's. */
export const probeTable =
  'create schema probe; create table probe.writes (machine int, n int, primary key (machine, n))';

/**
 * Begins a writer for each connection. A statement has no time limit: a primary that was frozen may answer when it
 * wakes, and that answer counts.
 */
export function startProbes(connections: readonly Connection[]): Probes {
  const acknowledged: Acknowledged[] = [];
  const stopping = new AbortController();
  let count = 0;
  const write = async (connection: Connection, machine: number) => {
    while (!stopping.signal.aborted) {
      const client = new pg.Client({ ...connectionConfig(connection), connectionTimeoutMillis: 3000 });
      client.on('error', () => {});
      const leave = () => void client.end().catch(() => {});
      try {
        await client.connect();
        stopping.signal.addEventListener('abort', leave);
        while (!stopping.signal.aborted) {
          const n = (count += 1);
          const began = performance.now();
          const { rows } = await client.query<{ timeline: string }>(
            'insert into probe.writes (machine, n) values ($1, $2) returning left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline',
            [machine, n],
          );
          acknowledged.push({ machine, n, timeline: rows[0]?.timeline ?? '', began, ended: performance.now() });
          await delay(pauseMs);
        }
      } catch {
        // A standby refuses to write, and an unreachable server can't answer.
        await delay(pauseMs);
      } finally {
        stopping.signal.removeEventListener('abort', leave);
        leave();
      }
    }
  };
  const working = connections.map((connection, at) => write(connection, at + 1));
  return {
    primary: () => acknowledged.at(-1)?.machine ?? null,
    size: () => acknowledged.length,
    end: async (through) => {
      stopping.abort();
      await Promise.all(working);
      const { rows } = await through.query<{ n: number }>('select n from probe.writes');
      const found = new Set(rows.map(({ n }) => n));
      return [
        ...acknowledged
          .filter(({ n }) => !found.has(n))
          .map(
            ({ machine, n }) => `write ${n} was acknowledged by the PostgreSQL of machine ${machine} and is not there`,
          ),
        ...twoPrimaries(acknowledged),
      ];
    },
  };
}

/**
 * Two primaries that both acknowledge are two branches of history at the same time: one of them acknowledged a write
 * that began after another, newer branch had acknowledged one.
 */
export function twoPrimaries(acknowledged: readonly Acknowledged[]): string[] {
  let newest: Acknowledged | undefined;
  const wrong: string[] = [];
  const ends = acknowledged.toSorted((a, b) => a.ended - b.ended);
  let at = 0;
  for (const each of acknowledged.toSorted((a, b) => a.began - b.began)) {
    for (let end = ends[at]; end !== undefined && end.ended < each.began; end = ends[(at += 1)])
      if (newest === undefined || end.timeline > newest.timeline) newest = end;
    if (newest !== undefined && each.timeline < newest.timeline)
      wrong.push(
        `machine ${each.machine} acknowledged write ${each.n} on branch ${each.timeline} after machine ${newest.machine} had on branch ${newest.timeline}`,
      );
  }
  return wrong;
}
