import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Connection, onWrite } from '#server/db/database.ts';
import { cutOff } from '#server/db/driver.ts';
import { openClient } from '#server/db/open-client.ts';
import type { Log } from '#server/core/log.ts';

/** This process's one listener on the database. */
export type DatabaseListener = {
  /** Returns whether every committed change is received. */
  isListening(): boolean;
  stop(): Promise<void>;
};

type Heard = {
  /** Receives announcements in commit order. */
  onPayload: (payload: string) => void;
  /** Called when listening begins. Earlier announcements were missed. */
  onListening: () => void;
  log: Log;
};

const channel = 'firstbell_live';
const retryMs = 500;
/** A connection that doesn't answer for this long is replaced, in ms. */
const patienceMs = 5000;
/** How often one of the processes publishes committed announcements while this process writes, in ms. */
const passOnMs = 40;
/**
 * How long this process keeps checking after one of its writes, in ms. Another process may be publishing at that
 * moment.
 */
const activeMs = 250;
/**
 * How often this process checks if it doesn't write, in ms: for a worker without a server, and to detect a lost
 * connection.
 */
const idleMs = 1000;
/** The batch size of `pass_on_announcements`. */
const most = 1000;

/** Listens to the database's announcements until it is stopped, and reconnects after each lost connection. */
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

  const begin = (opened: pg.Client) => {
    opened.on('notification', ({ payload = '' }) => onPayload(payload));
    return opened.query(`listen ${channel}`);
  };
  /** Publishes committed announcements for as long as the connection answers. */
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
        client = await openClient(connection, { patienceMs, application_name: channel, begin });
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
