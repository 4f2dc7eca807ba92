import { setTimeout as delay } from 'node:timers/promises';
import { Refused } from '#server/core/refused.ts';
import { type Database, sql } from '#server/db/database.ts';
import { readingBy } from '#server/db/statement.ts';

/** How long a read waits for the standby before the primary answers it, in ms. */
const patienceMs = 250;
const lookMs = 10;

/** The number of reads that each database answered since the process started. */
type StandbyCounts = {
  standby: number;
  primary: number;
  /**
   * How long the standby took to catch up at the last read, in seconds. If it didn't within `patienceMs`, this is how
   * long the read waited, and if it couldn't be asked, infinity: the primary answered both. It is null before the first
   * read.
   */
  lagSeconds: number | null;
};

/** A standby that answers reads that decide nothing. */
export type Standby = {
  /**
   * Returns a database for one call that only reads. It is the standby if that has everything the primary had committed
   * when the call first read, and otherwise the primary: so a reply is as fresh as the primary's, whatever the lag. If
   * the standby is unreachable, the primary answers, too. It has no transactions and writes nothing.
   */
  reader(primary: Database, milliseconds: number): Database;
  counts(): StandbyCounts;
  close(): Promise<void>;
};

/**
 * Returns whether the standby has what the primary has now, or will shortly, and how long that took. Its position alone
 * isn't enough: a former primary may be further along on a branch of history that was given up.
 */
async function compare(primary: Database, own: Database): Promise<{ isOwn: boolean; lagSeconds: number }> {
  const began = performance.now();
  const [now] = await primary.query<{ position: string; branch: string }>(
    sql`select pg_current_wal_flush_lsn()::text as position,
        ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as branch`,
  );
  for (;;) {
    const [found] = await own.query<{ isThere: boolean }>(
      sql`select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= ${now?.position}::pg_lsn, false)
            and greatest((select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline
              from pg_control_recovery())) = ${now?.branch}::int as "isThere"`,
    );
    const waitedMs = performance.now() - began;
    if (found?.isThere === true || waitedMs > patienceMs)
      return { isOwn: found?.isThere === true, lagSeconds: waitedMs / 1000 };
    await delay(lookMs);
  }
}

/** Uses the database behind `standby` for reads. It is closed with the result. */
export function openStandby(standby: Database): Standby {
  const counts: StandbyCounts = { standby: 0, primary: 0, lagSeconds: null };
  const reader: Standby['reader'] = (primary, milliseconds) => {
    const own = standby.within(milliseconds);
    let choice: Promise<Database> | undefined;
    const choose = async () => {
      // An error of the primary will appear again when the primary gets the query.
      const { isOwn, lagSeconds } = await compare(primary, own).catch(() => ({ isOwn: false, lagSeconds: Infinity }));
      counts.lagSeconds = lagSeconds;
      counts[isOwn ? 'standby' : 'primary'] += 1;
      return isOwn ? own : primary;
    };
    const reads = () => {
      throw new Error('A call that a standby may answer must only read.');
    };
    return {
      ...readingBy(async (statement, plan) => {
        const chosen = await (choice ??= choose());
        try {
          return await chosen.query(statement, plan);
        } catch (error) {
          // The standby disconnected, or canceled the statement to continue replay.
          if (chosen === primary || !(error instanceof Refused) || error.code !== 'unavailable') throw error;
          choice = Promise.resolve(primary);
          return primary.query(statement, plan);
        }
      }),
      execute: reads,
      inTransaction: reads,
      within: (shorter) => reader(primary.within(shorter), Math.min(milliseconds, shorter)),
      together: primary.together,
      connections: () => primary.connections(),
      queue: () => primary.queue(),
      close: reads,
    };
  };
  return { reader, counts: () => ({ ...counts }), close: () => standby.close() };
}
