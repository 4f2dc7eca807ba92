import pLimit from 'p-limit';
import { makeStrain } from '#server/core/strain.ts';
import { Refused } from '#server/core/refused.ts';

/** Work that takes a core: a few at once, some waiting, and a refusal for the rest. */
export type Turns = {
  /**
   * Runs the work when it is its turn, first come, first served.
   *
   * @throws {Refused} busy if it would probably wait too long.
   */
  whenFree<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Refuses in the same way before anything is counted or written.
   *
   * @throws {Refused} busy
   */
  refuseIfTooMany(): void;
};

type Options = {
  /** The longest probable wait, in ms. Work that would wait longer is refused. */
  mostWaitMs: number;
  /** Replaces it while work has been refused for a while. Then a long queue accepts no more work, but makes all of it late. */
  lastingWaitMs: number;
  /** Says how long one piece of work takes, in ms, until enough of them have been measured. */
  usualMs: number;
  /** The error message of a refusal. */
  sentence: string;
  /** Returns the time in ms. */
  clock?: () => number;
};

/** Each piece of work contributes this part to the mean time. */
const weight = 0.1;

/**
 * Makes turns for `atOnce` pieces of work. The queue is limited by time, not by number: on a busy or slow machine, the
 * same number of hashes takes several times as long.
 */
export function makeTurns(
  atOnce: number,
  { mostWaitMs, lastingWaitMs, usualMs, sentence, clock = () => performance.now() }: Options,
): Turns {
  const inTurn = pLimit(atOnce);
  const strain = makeStrain();
  let meanMs = usualMs;
  const refuseIfTooMany = () => {
    const now = clock();
    const waitMs = (inTurn.pendingCount * meanMs) / atOnce;
    if (waitMs <= (strain.lasts(now) ? lastingWaitMs : mostWaitMs)) return;
    strain.note(now);
    // Spread out, so that callers refused together don't come back together.
    throw new Refused('busy', sentence, { retryAfter: 2 + Math.floor(Math.random() * 4) });
  };
  return {
    refuseIfTooMany,
    whenFree: async (work) => {
      refuseIfTooMany();
      return inTurn(async () => {
        const began = clock();
        try {
          return await work();
        } finally {
          meanMs += weight * (clock() - began - meanMs);
        }
      });
    },
  };
}
