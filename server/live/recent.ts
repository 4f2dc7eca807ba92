import type { LiveChange } from '#domain/live.ts';

type Told = { audience: readonly string[]; change: LiveChange };

/** Recent announcements, so a client that was away briefly learns only what it missed. */
export type Recent = {
  add(told: Told): void;
  /** Marks everything before now as unknown. */
  forget(): void;
  /**
   * Returns the changes for these audiences within the last `age` ms, each once. Returns null if the record doesn't
   * go back that far.
   */
  since(age: number, audiences: ReadonlySet<string>): LiveChange[] | null;
};

type Kept = Told & { at: number };

/** The limit counts recipients, because one announcement may have many. They take about 5 MB at most. */
const mostKept = 50_000;

/** Keeps announcements from the last `keptMs`, within the size limit. `elapsed` is a monotonic clock in ms. */
export function keepRecent(keptMs: number, elapsed: () => number): Recent {
  let kept: Kept[] = [];
  let readers = 0;
  let completeSince = Number.POSITIVE_INFINITY;

  const makeRoom = () => {
    const now = elapsed();
    let dropped = 0;
    for (const { at, audience } of kept) {
      if (at >= now - keptMs && readers <= mostKept) break;
      readers -= audience.length;
      dropped += 1;
    }
    const last = kept[dropped - 1];
    if (last !== undefined) completeSince = Math.max(completeSince, last.at + 1);
    kept = kept.slice(dropped);
  };
  return {
    add: (told) => {
      kept.push({ ...told, at: elapsed() });
      readers += told.audience.length;
      if (readers > 2 * mostKept) makeRoom();
    },
    forget: () => {
      kept = [];
      readers = 0;
      completeSince = elapsed();
    },
    since: (age, audiences) => {
      const from = elapsed() - age;
      if (age > keptMs || from < completeSince) return null;
      const changes = new Map<string, LiveChange>();
      for (const { at, audience, change } of kept) {
        if (at >= from && audience.some((one) => audiences.has(one)))
          changes.set(`${change.topic}:${change.id ?? ''}`, change);
      }
      return [...changes.values()];
    },
  };
}
