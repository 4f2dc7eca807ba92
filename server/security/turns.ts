import { makeStrain } from '#server/core/strain.ts';
import { Refused } from '#server/core/refused.ts';
import { FairQueue } from '#server/security/fair-queue.ts';

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
  /**
   * Replaces it during an overload, and while work has been refused for a while. Then a long queue accepts no more
   * work, but makes all of it late.
   */
  lastingWaitMs: number;
  /** How long one piece of work takes, in ms, until enough of them have been measured. */
  usualMs: number;
  /** Returns whether the whole process is overloaded. */
  isOverloaded?: (now: number) => boolean;
  /** The error message of a refusal. */
  sentence: string;
  /** Returns the time in ms. */
  clock?: () => number;
};

/** Each piece of work contributes this part to the mean time. */
const weight = 0.1;

/**
 * Makes turns for `atOnce` pieces of work. The queue is limited by time, not by number: on a busy or slow machine, the
 * same number of hashes takes several times as long. If it is full, the caller with the most work makes room for a
 * caller with less. So a caller may fill the queue as long as no one else needs it.
 */
export function makeTurns(
  atOnce: number,
  {
    mostWaitMs,
    lastingWaitMs,
    usualMs,
    isOverloaded = () => false,
    sentence,
    clock = () => performance.now(),
  }: Options,
): Turns {
  const strain = makeStrain();
  const queue = new FairQueue();
  let meanMs = usualMs;
  let begun = 0;

  const refusal = (now: number) => {
    strain.note(now);
    // Spread out, so that callers refused together don't come back together.
    return new Refused('busy', sentence, { retryAfter: 2 + Math.floor(Math.random() * 4) });
  };
  const isFull = (now: number) =>
    (queue.size * meanMs) / atOnce > (strain.lasts(now) || isOverloaded(now) ? lastingWaitMs : mostWaitMs);
  const beginNext = () => {
    const now = clock();
    for (const late of queue.takeOvertaken(now - mostWaitMs)) late.refuse(refusal(now));
    while (begun < atOnce && queue.beginNext()) begun += 1;
  };
  /** Resolves when it is the caller's turn. */
  const turnOf = (caller: string) => {
    const now = clock();
    if (isFull(now)) {
      const other = queue.whoMakesRoomFor(caller);
      if (other === undefined) throw refusal(now);
      queue.takeNewest(other)?.refuse(refusal(now));
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    queue.add(caller, { since: now, begin: resolve, refuse: reject });
    beginNext();
    return promise;
  };
  return {
    refuseIfTooMany(caller) {
      const now = clock();
      if (isFull(now) && queue.whoMakesRoomFor(caller) === undefined) throw refusal(now);
    },
    async whenFree(caller, work) {
      await turnOf(caller);
      const began = clock();
      try {
        return await work();
      } finally {
        meanMs += weight * (clock() - began - meanMs);
        begun -= 1;
        queue.end(caller);
        beginNext();
      }
    },
  };
}
