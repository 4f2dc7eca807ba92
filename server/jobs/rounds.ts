/** Work in small steps. One process runs one step at a time. */
export type Rounds = {
  /**
   * Runs steps until nothing is left to do. A call while it runs only makes it check again. Rejects if a step fails.
   */
  run(): Promise<void>;
  /** Starts no further step, and waits for the current one. */
  close(): Promise<void>;
};

/** Runs a step that returns whether it did anything. Each step must commit its own work. */
export function openRounds(step: () => Promise<boolean>): Rounds {
  let round: Promise<void> | null = null;
  let isCalledAgain = false;
  let isClosing = false;

  const workThrough = async () => {
    try {
      do {
        isCalledAgain = false;
        while (!isClosing && (await step()));
      } while (isCalledAgain && !isClosing);
    } finally {
      // No await between the check and the reset, so no call is lost.
      round = null;
    }
  };

  return {
    run: async () => {
      isCalledAgain = true;
      if (round !== null || isClosing) return;
      round = workThrough();
      await round;
    },
    close: async () => {
      isClosing = true;
      await round?.catch(() => {});
    },
  };
}
