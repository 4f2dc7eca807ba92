import type { ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { beatMs, liveChange } from '#contract/live.ts';
import type { LiveChange } from '#domain/live.ts';
import type { Connection, Database } from '#server/db/database.ts';
import type { Session } from '#server/security/sessions.ts';
import { listen } from '#server/live/listen.ts';
import { keepRecent } from '#server/live/recent.ts';
import { makePace } from '#server/live/pace.ts';
import { makeRegister } from '#server/live/register.ts';
import { openReviews } from '#server/live/review.ts';
import { eventText, finish, ownAudiences, send, type Stream } from '#server/live/stream.ts';
import type { Log } from '#server/core/log.ts';

/** An announcement from the database, and its audiences. `ended` ends the streams of sessions that are over. */
type Announcement = { audience: readonly string[]; change: LiveChange | 'ended' };

const announced = z.strictObject({ to: z.array(z.string()), topic: z.string(), id: z.nullable(z.int()) });

/** Parses a payload of `announce` (server/db/migrations). Returns null if this version doesn't know its format. */
function readAnnouncement(payload: string): Announcement | null {
  let json: unknown;
  try {
    json = JSON.parse(payload);
  } catch {
    return null;
  }
  const { data } = announced.safeParse(json);
  if (data === undefined) return null;
  const { to: audience, topic, id } = data;
  if (topic === 'ended') return { audience, change: 'ended' };
  const change = liveChange.safeParse(id === null ? { topic } : { topic, id });
  return change.success ? { audience, change: change.data } : null;
}

/** A client whose stream begins. Its headers have been sent. */
type Reader = {
  response: ServerResponse;
  session: Session;
  /** The age of the client's data, in ms. */
  age: number;
};

/** The live events of this process. */
export type Live = {
  /** Returns whether every change reaches this process. If not, it accepts no streams. */
  isListening(): boolean;
  /**
   * Starts a stream: first the missed changes, then new ones, until the client leaves or the session or process ends.
   */
  open(reader: Reader): Promise<void>;
  /** Returns the number of open streams. */
  size(): number;
  /** Ends every stream, so that clients reconnect elsewhere, and stops listening. */
  close(): Promise<void>;
};

export type LiveDeps = {
  connection: Connection;
  db: Database;
  clock: () => Date;
  log: Log;
  /** The interval between beats, in ms. */ everyMs?: number;
};

/** How far back missed changes can be replayed, in ms. Clients that were away longer refetch everything. */
const rememberedMs = 120_000;
/**
 * The maximum number of streams per person and process. A browser has one. The oldest is closed first, because a lost
 * phone's stream looks alive for a long time.
 */
const mostOfOne = 10;
/** The number of beats between checks of each session, so a missed session end lasts at most a minute. */
const beatsBetweenReviews = 3;
/** How often the counts of a class's offers are announced, in ms: in a wave, many people see a class within seconds. */
const offersMs = 3000;
/** The number of clients served in a row before other calls get a turn. */
const turn = 200;

/** Receives changes and sends them to the people affected for as long as the process lives. */
export function startLive({ connection, db, clock, log, everyMs = beatMs }: LiveDeps): Live {
  const register = makeRegister();
  const recent = keepRecent(rememberedMs, () => performance.now());
  const offers = makePace(offersMs);
  const review = openReviews({ db, clock, log, register, end });
  const listener = listen(connection, { onPayload: hear, onListening: () => void startOver(), log });
  let isClosed = false;
  let beats = 0;

  /** Disconnects the client. It reconnects unless the final event tells it not to. */
  function end(stream: Stream, farewell?: 'ended' | 'crowded'): void {
    if (farewell !== undefined) send(stream, eventText(farewell));
    register.remove(stream);
    finish(stream);
  }

  function hear(payload: string): void {
    const announcement = readAnnouncement(payload);
    if (announcement === null) {
      log.error({}, 'live events: an announcement that this version does not know was dropped');
      return;
    }
    const { audience, change } = announcement;
    if (change === 'ended') for (const stream of register.of(audience)) end(stream, 'ended');
    else if (change.topic === 'offers') offers.send(`${change.id}`, () => tell(audience, change));
    else tell(audience, change);
  }

  function tell(audience: readonly string[], change: LiveChange): void {
    const streams = register.of(audience);
    recent.add({ audience, change });
    const text = eventText('changed', change);
    if (change.topic === 'session') void rightsChanged(streams, text);
    else void broadcast(streams, text);
  }

  /**
   * Until a person's permissions are reloaded, they receive only their own events, and then an event to refetch
   * everything. Only the latest reload sends it. An earlier one would miss changes until the latest result.
   */
  function rightsChanged(streams: readonly Stream[], text: string): Promise<void> {
    for (const stream of streams) {
      register.setAudiences(stream, ownAudiences(stream));
      stream.untold = text;
    }
    return inTurns(streams, review);
  }

  /** Listening has just begun, so everyone may have missed earlier changes. */
  async function startOver(): Promise<void> {
    recent.forget();
    const streams = register.all();
    await inTurns(streams, review);
    await broadcast(streams, eventText('changed', { topic: 'everything' }));
  }

  async function beat(): Promise<void> {
    // A beat confirms that no changes were missed, which can't be known without the database.
    if (!listener.isListening()) return;
    await broadcast(register.all(), eventText('beat'));
    beats += 1;
    if (beats % beatsBetweenReviews === 0) await inTurns(register.all(), review);
  }
  // A separate function, so the closure that waits for the stream's end retains only the stream.
  function forgetWhenClosed(stream: Stream): void {
    stream.response.once('close', () => register.remove(stream));
  }

  const beating = setInterval(() => void beat(), everyMs);
  beating.unref();

  return {
    isListening: () => !isClosed && listener.isListening(),
    open: async ({ response, session, age }) => {
      const opened = performance.now();
      const stream: Stream = {
        personId: session.actor.id,
        session: { id: session.id, tokenHash: session.tokenHash },
        response,
        audiences: new Set(),
        asked: 0,
        untold: null,
      };
      forgetWhenClosed(stream);
      const [oldest, ...others] = register.of([`person:${stream.personId}`]);
      if (oldest !== undefined && others.length + 1 >= mostOfOne) end(oldest, 'crowded');
      register.setAudiences(stream, ownAudiences(stream));
      // The session was read before the stream was registered. Changes in between must count.
      await review([stream]);
      if (!register.has(stream)) return;
      const missed = recent.since(age + performance.now() - opened, stream.audiences) ?? [
        { topic: 'everything' as const },
      ];
      send(stream, [...missed.map((change) => eventText('changed', change)), eventText('hello')].join(''));
    },
    size: () => register.size(),
    close: async () => {
      isClosed = true;
      clearInterval(beating);
      offers.stop();
      for (const stream of register.all()) end(stream);
      await listener.stop();
    },
  };
}

/** Passes `streams` to `work` in batches. */
async function inTurns(
  streams: readonly Stream[],
  work: (some: readonly Stream[]) => void | Promise<void>,
): Promise<void> {
  for (let at = 0; at < streams.length; at += turn) {
    await work(streams.slice(at, at + turn));
    if (at + turn < streams.length) await new Promise(setImmediate);
  }
}

function broadcast(streams: readonly Stream[], text: string): Promise<void> {
  return inTurns(streams, (some) => some.forEach((stream) => send(stream, text)));
}
