/** Limits how often the same kind of event is sent. */
export type Pace = {
  /**
   * Sends now, or at the end of the interval if one of this key has been sent in it. Of several that wait, the last is
   * sent.
   */
  send(key: string, act: () => void): void;
  /** Drops what waits. */
  stop(): void;
};

/** Makes a pace with one event of each key per interval, in ms. */
export function makePace(everyMs: number): Pace {
  const waiting = new Map<string, { timer: NodeJS.Timeout; act: (() => void) | null }>();
  const begin = (key: string) => {
    const timer = setTimeout(() => {
      const act = waiting.get(key)?.act ?? null;
      waiting.delete(key);
      if (act === null) return;
      begin(key);
      act();
    }, everyMs);
    timer.unref();
    waiting.set(key, { timer, act: null });
  };
  return {
    send(key, act) {
      const interval = waiting.get(key);
      if (interval !== undefined) {
        interval.act = act;
        return;
      }
      begin(key);
      act();
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
