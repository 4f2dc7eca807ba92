/** Work in small steps, of which one process does one at a time. */
export type Rounds = {
  /** Does steps until nothing is left to do. While that is under way another call is only noted. Fails with the step that failed. */
  run(): Promise<void>;
  /** Begins no further step, and waits for the one under way. */
  close(): Promise<void>;
};

/** Rounds of a step that answers whether there was anything to do; what it did must stand when the process dies after it. */
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
      // In the same breath as the question whether it was called again: no call falls in between.
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
