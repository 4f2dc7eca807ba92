import { makeStrain } from '#server/core/strain.ts';
import { Refused } from '#server/core/refused.ts';

/** Work that takes a core: a few at once, some waiting, and a refusal for the rest. */
export type Turns = {
  /**
   * Runs the work when it is its turn. Callers take turns, and the work of one caller is first come, first served.
   *
   * @throws {Refused} busy if it would probably wait too long, or if it has to make room for a caller with less work.
   */
  whenFree<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
  /**
   * Refuses in the same way before anything is counted or written.
   *
   * @throws {Refused} busy
   */
  refuseIfTooMany(caller: string): void;
};

type Options = {
  /** The longest probable wait, in ms. Work that would wait longer is refused. */
  mostWaitMs: number;
  /** Replaces it while work has been refused for a while. Then a long queue accepts no more work, but makes all of it late. */
  lastingWaitMs: number;
  /** How long one piece of work takes, in ms, until enough of them have been measured. */
  usualMs: number;
  /** The error message of a refusal. */
  sentence: string;
  /** Returns the time in ms. */
  clock?: () => number;
};

/** Each piece of work contributes this part to the mean time. */
const weight = 0.1;

/** Work that waits. `arrival` counts all work in the order it came. */
type Waiting = { arrival: number; since: number; begin: () => void; refuse: (refused: Refused) => void };

/**
 * Makes turns for `atOnce` pieces of work. The queue is limited by time, not by number: on a busy or slow machine, the
 * same number of hashes takes several times as long. If the queue is full, the caller with the most work gives up its
 * newest piece for a caller with less (McKenney, Stochastic Fairness Queueing, 1990). So a caller may fill the queue as
 * long as no one else needs it.
 */
export function makeTurns(
  atOnce: number,
  { mostWaitMs, lastingWaitMs, usualMs, sentence, clock = () => performance.now() }: Options,
): Turns {
  const strain = makeStrain();
  /** The callers whose work waits, in the order of their next turns. */
  const lines = new Map<string, Waiting[]>();
  const running = new Map<string, number>();
  let meanMs = usualMs;
  let waiting = 0;
  let begun = 0;
  let arrivals = 0;
  let latestBegun = 0;

  const refusal = (now: number) => {
    strain.note(now);
    // Spread out, so that callers refused together don't come back together.
    return new Refused('busy', sentence, { retryAfter: 2 + Math.floor(Math.random() * 4) });
  };
  const isFull = (now: number) => (waiting * meanMs) / atOnce > (strain.lasts(now) ? lastingWaitMs : mostWaitMs);
  const workOf = (caller: string) => (running.get(caller) ?? 0) + (lines.get(caller)?.length ?? 0);
  /** Takes a piece of work out of the queue: the oldest of its caller, or the newest. */
  const take = (caller: string, which: 'oldest' | 'newest') => {
    const line = lines.get(caller);
    const work = which === 'oldest' ? line?.shift() : line?.pop();
    if (line?.length === 0) lines.delete(caller);
    if (work !== undefined) waiting -= 1;
    return work;
  };
  /** Returns the caller with the most work, if it would still have at least as much as this one after giving up a piece. */
  const whoMakesRoomFor = (caller: string) => {
    let most = workOf(caller) + 1;
    let found: string | undefined;
    for (const other of lines.keys()) {
      const count = workOf(other);
      if (count <= most) continue;
      most = count;
      found = other;
    }
    return found;
  };
  /** Refuses work that has waited too long because newer work of other callers went first. */
  const refuseLate = (now: number) => {
    for (const [caller, line] of lines)
      while (line[0] !== undefined && line[0].arrival < latestBegun && now - line[0].since > mostWaitMs)
        take(caller, 'oldest')?.refuse(refusal(now));
  };
  const beginNext = () => {
    refuseLate(clock());
    // A caller with more work is set again, so the loop reaches it after all others.
    for (const [caller, line] of lines) {
      if (begun === atOnce) return;
      const work = take(caller, 'oldest');
      if (work === undefined) continue;
      lines.delete(caller);
      if (line.length > 0) lines.set(caller, line);
      begun += 1;
      running.set(caller, (running.get(caller) ?? 0) + 1);
      latestBegun = Math.max(latestBegun, work.arrival);
      work.begin();
    }
  };
  const end = (caller: string) => {
    begun -= 1;
    const left = (running.get(caller) ?? 0) - 1;
    if (left > 0) running.set(caller, left);
    else running.delete(caller);
    beginNext();
  };
  /** Resolves when it is the caller's turn. */
  const turnOf = (caller: string) => {
    const now = clock();
    if (isFull(now)) {
      const other = whoMakesRoomFor(caller);
      if (other === undefined) throw refusal(now);
      take(other, 'newest')?.refuse(refusal(now));
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = lines.get(caller) ?? [];
    line.push({ arrival: (arrivals += 1), since: now, begin: resolve, refuse: reject });
    lines.set(caller, line);
    waiting += 1;
    beginNext();
    return promise;
  };
  return {
    refuseIfTooMany(caller) {
      const now = clock();
      if (isFull(now) && whoMakesRoomFor(caller) === undefined) throw refusal(now);
    },
    async whenFree(caller, work) {
      await turnOf(caller);
      const began = clock();
      try {
        return await work();
      } finally {
        meanMs += weight * (clock() - began - meanMs);
        end(caller);
      }
    },
  };
}
