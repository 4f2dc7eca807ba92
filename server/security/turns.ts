import pLimit from 'p-limit';
import { Refused } from '#server/core/refused.ts';

/** Work that takes a core: a few at once, some waiting, and a refusal for the rest. */
export type Turns = {
  /**
   * Runs the work when it is its turn, first come, first served.
   *
   * @throws {Refused} busy if too many are waiting.
   */
  whenFree<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Refuses in the same way before anything is counted or written.
   *
   * @throws {Refused} busy
   */
  refuseIfTooMany(): void;
};

/** Turns for `atOnce` pieces of work, while `mostWaiting` others wait. */
export function makeTurns(atOnce: number, mostWaiting: number, sentence: string): Turns {
  const inTurn = pLimit(atOnce);
  const refuseIfTooMany = () => {
    // Spread out, so that callers refused together don't come back together.
    if (inTurn.pendingCount >= mostWaiting)
      throw new Refused('busy', sentence, { retryAfter: 2 + Math.floor(Math.random() * 4) });
  };
  return {
    refuseIfTooMany,
    whenFree: async (work) => {
      refuseIfTooMany();
      return inTurn(work);
    },
  };
}
