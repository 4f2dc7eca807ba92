/** Parallel lanes of the same work. */
export type Lanes = {
  /**
   * During a run, starts every idle lane, and makes the busy ones look for work again before they end. Returns false if
   * there is no run, or it is just ending.
   */
  wake(): boolean;
  /**
   * Starts all lanes and waits until they are idle, including those that are woken meanwhile. A lane that fails doesn't
   * end the others. No lane works once it resolves.
   *
   * @throws the first failure.
   */
  run(): Promise<void>;
};

/**
 * Returns up to `most` lanes that repeat `step` until it returns false: there is nothing left to do. A lane that takes
 * long doesn't keep the others from new work.
 */
export function openLanes(most: number, step: () => Promise<boolean>): Lanes {
  const lanes = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let atWork = 0;
  let calls = 0;
  let isRunning = false;

  const runLane = async () => {
    try {
      let seen;
      // A call during a step may be about work that the step didn't see.
      do seen = calls;
      while ((await step()) || seen !== calls);
    } catch (error) {
      failures.push(error);
    } finally {
      // No await between the last check and this, so no wake-up is lost.
      atWork -= 1;
    }
  };
  const wake = () => {
    if (!isRunning) return false;
    calls += 1;
    for (; atWork < most; atWork += 1) {
      const lane = runLane().then(() => void lanes.delete(lane));
      lanes.add(lane);
    }
    return true;
  };
  return {
    wake,
    run: async () => {
      isRunning = true;
      wake();
      while (lanes.size > 0) await Promise.all(lanes);
      isRunning = false;
      const [failure] = failures.splice(0);
      if (failure !== undefined) throw failure;
    },
  };
}
