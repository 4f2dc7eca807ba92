import type { ServerResponse } from 'node:http';
import { beatMs } from '#contract/live.ts';
import { audiencesOf } from '#domain/live.ts';
import type { Connection, Database } from '#server/db/database.ts';
import { actorsOfSessions, type Session } from '#server/security/sessions.ts';
import { readAnnouncement } from '#server/live/announcement.ts';
import { listen } from '#server/live/listen.ts';
import { keepRecent } from '#server/live/recent.ts';
import { makeRegister } from '#server/live/register.ts';
import { eventText, finish, ownAudiences, send, type Stream } from '#server/live/stream.ts';
import type { Log } from '#server/core/log.ts';

/** A reader whose stream begins: its head has been sent. */
type Reader = {
  response: ServerResponse;
  session: Session;
  /** How old what the reader knows is, in ms. */
  age: number;
};

/** The live events of this process. */
export type Live = {
  /** Whether every change reaches this process; where not, a stream would be a false promise. */
  isListening(): boolean;
  /** Begins a stream: first what its reader missed, then what changes, until they leave, or session or process end. */
  open(reader: Reader): Promise<void>;
  /** How many streams are open. */
  size(): number;
  /** Ends every stream, so that its reader comes back elsewhere, and stops listening. */
  close(): Promise<void>;
};

export type LiveDeps = {
  connection: Connection;
  db: Database;
  clock: () => Date;
  log: Log;
  /** How often to beat, in ms. */ everyMs?: number;
};

/** How far back a reader who was away can be told what changed; past it they ask for everything anew, in ms. */
const rememberedMs = 120_000;
/** One person's streams in one process: a browser has one. The oldest goes first, since a lost phone's looks alive for long. */
const mostOfOne = 10;
/** Beats between two looks at whether each session still stands: a lost word of its end then counts for a minute. */
const beatsBetweenReviews = 3;
/** So many readers are served in a row; then other calls have their turn. */
const turn = 200;

/** Hears what changes and tells whom it concerns, as long as the process lives. */
export function startLive({ connection, db, clock, log, everyMs = beatMs }: LiveDeps): Live {
  const register = makeRegister();
  const recent = keepRecent(rememberedMs, () => performance.now());
  const listener = listen(connection, { onPayload: hear, onListening: () => void startOver(), log });
  let isClosed = false;
  let beats = 0;

  /** Lets the reader go; it comes back by itself unless the farewell tells it not to. */
  function end(stream: Stream, farewell?: 'ended' | 'crowded'): void {
    if (farewell !== undefined) send(stream, eventText(farewell));
    register.remove(stream);
    finish(stream);
  }

  /** Asks for the rights of these streams anew and ends those whose session is over. */
  async function review(streams: readonly Stream[]): Promise<void> {
    const asked = streams.map((stream) => ({ stream, question: (stream.asked += 1) }));
    try {
      const actors = await actorsOfSessions(
        db,
        streams.map(({ session }) => session.tokenHash),
        clock(),
      );
      for (const { stream, question } of asked) {
        if (stream.asked !== question || !register.has(stream)) continue;
        const actor = actors.get(stream.session.id);
        if (actor === undefined) {
          end(stream, 'ended');
          continue;
        }
        register.setAudiences(stream, [...ownAudiences(stream), ...audiencesOf(actor)]);
        if (stream.untold !== null) send(stream, stream.untold);
        stream.untold = null;
      }
    } catch (error) {
      // Who may hear what is not known: they come back, and are asked who they are.
      log.warn({ err: error }, 'live events: rights could not be read');
      for (const { stream } of asked) end(stream);
    }
  }

  /** Hands `streams` to `work` some at a time. */
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

  function hear(payload: string): void {
    const announcement = readAnnouncement(payload);
    if (announcement === null) {
      log.error({}, 'live events: an announcement that this version does not know was dropped');
      return;
    }
    const { audience, change } = announcement;
    const streams = register.of(audience);
    if (change === 'ended') {
      for (const stream of streams) end(stream, 'ended');
      return;
    }
    recent.add({ audience, change });
    const text = eventText('changed', change);
    if (change.topic === 'session') void rightsChanged(streams, text);
    else void broadcast(streams, text);
  }

  /**
   * Until somebody's rights are known anew they hear of nothing that is not their own; then they ask for everything. Whatever
   * question is the latest by then tells them: told before, they would miss what comes until its answer.
   */
  function rightsChanged(streams: readonly Stream[], text: string): Promise<void> {
    for (const stream of streams) {
      register.setAudiences(stream, ownAudiences(stream));
      stream.untold = text;
    }
    return inTurns(streams, review);
  }

  /** The process listens from now on: what happened until now everybody may have missed. */
  async function startOver(): Promise<void> {
    recent.forget();
    const streams = register.all();
    await inTurns(streams, review);
    await broadcast(streams, eventText('changed', { topic: 'everything' }));
  }

  async function beat(): Promise<void> {
    // A beat vouches for what its reader has heard; without the database there is nothing to vouch for.
    if (!listener.isListening()) return;
    await broadcast(register.all(), eventText('beat'));
    beats += 1;
    if (beats % beatsBetweenReviews === 0) await inTurns(register.all(), review);
  }
  // A function of its own, so that what waits for the end of a stream keeps nothing but the stream.
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
      // The call's own session was read before the stream was known here: what changed in between counts.
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
      for (const stream of register.all()) end(stream);
      await listener.stop();
    },
  };
}
