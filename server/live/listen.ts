import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, connectionConfig } from '#server/db/database.ts';
import type { Log } from '#server/log.ts';

/** This process's one ear on the database. */
export type Ear = {
  /** Whether every change that commits is heard. */
  isListening(): boolean;
  stop(): Promise<void>;
};

type Heard = {
  /** What was announced, in the order of the commits. */
  onPayload: (payload: string) => void;
  /** Listens from now on; what was announced before, the process has not heard. */
  onListening: () => void;
  log: Log;
};

const channel = 'firstbell_live';
const retryMs = 500;
/** A connection that gives no answer for so long is replaced, in ms. */
const patienceMs = 5000;
/** How often what has committed is passed on, by one of all processes, in ms: half of it is what a reader waits. */
const passOnMs = 40;
/** As many as `pass_on_announcements` takes at once. */
const most = 1000;

/** Listens to what the database announces, again after each loss of the connection, until it is stopped. */
export function listen(connection: Connection, { onPayload, onListening, log }: Heard): Ear {
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  const rest = (ms: number) => delay(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
  let client: pg.Client | null = null;

  const connect = async () => {
    const next = new pg.Client({
      ...connectionConfig(connection),
      application_name: channel,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    });
    // A connection that breaks fails its next statement; that is what counts.
    next.on('error', () => {});
    next.on('notification', ({ payload = '' }) => onPayload(payload));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      return next;
    } catch (error) {
      next.connection.stream.destroy();
      throw error;
    }
  };
  /** Passes on what commits, as long as the connection answers. */
  const passOn = async (through: pg.Client) => {
    while (!isStopped()) {
      const { rows } = await through.query<{ told: string }>({
        name: 'pass_on',
        text: 'select pass_on_announcements() as told',
      });
      if (Number(rows[0]?.told ?? 0) < most) await rest(passOnMs);
    }
  };
  const run = async () => {
    for (let failures = 0; !isStopped(); failures += 1) {
      try {
        client = await connect();
        failures = 0;
        onListening();
        await passOn(client);
        await client.end();
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, 'live events: the database does not answer; trying until it does');
        client?.connection.stream.destroy();
        await rest(retryMs);
      } finally {
        client = null;
      }
    }
  };
  const running = run();

  return {
    isListening: () => client !== null,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
