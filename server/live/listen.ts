import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, connectionConfig, onWrite } from '#server/db/database.ts';
import { cutOff } from '#server/db/driver.ts';
import type { Log } from '#server/core/log.ts';

/** This process's one listener on the database. */
export type DatabaseListener = {
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
/** How often what has committed is passed on, by one of all processes, while this process writes, in ms. */
const passOnMs = 40;
/** For how long it is looked for after a write of this process, in ms: another process may be passing on at that moment. */
const activeMs = 250;
/** How often where nothing is written here, in ms: for a worker without a server, and to know that the connection lives. */
const idleMs = 1000;
/** As many as `pass_on_announcements` takes at once. */
const most = 1000;

/** Listens to what the database announces, again after each loss of the connection, until it is stopped. */
export function listen(connection: Connection, { onPayload, onListening, log }: Heard): DatabaseListener {
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  const rest = (ms: number) => delay(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
  let client: pg.Client | null = null;
  let activeUntil = 0;
  let wake = () => {};
  const stayActive = () => (activeUntil = performance.now() + activeMs);
  const endWaking = onWrite(() => {
    stayActive();
    wake();
  });

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
      cutOff(next);
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
      const told = Number(rows[0]?.told ?? 0);
      if (told > 0) stayActive();
      if (told === most) continue;
      if (performance.now() < activeUntil) await rest(passOnMs);
      else await restUntilWoken();
    }
  };
  const restUntilWoken = async () => {
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const timer = new AbortController();
    await Promise.race([
      woken,
      delay(idleMs, undefined, { ref: false, signal: AbortSignal.any([stopping.signal, timer.signal]) }).catch(
        () => {},
      ),
    ]);
    timer.abort();
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
        if (client !== null) cutOff(client);
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
      endWaking();
      await running;
    },
  };
}
