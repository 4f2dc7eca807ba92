import type { LiveChange } from '#domain/live.ts';

type Told = { audience: readonly string[]; change: LiveChange };

/** What was heard lately, so that somebody who was away for a moment learns just that. */
export type Recent = {
  add(told: Told): void;
  /** Everything before now is unknown. */
  forget(): void;
  /** The changes for these audiences within the last `age` ms, each once; null: it does not go back that far. */
  since(age: number, audiences: ReadonlySet<string>): LiveChange[] | null;
};

type Kept = Told & { at: number };

/** Counted in readers, since one announcement may be for many; some 5 MB at most. */
const mostKept = 50_000;

/** Keeps what was heard within the last `keptMs`, as far as there is room. `elapsed` is a clock that never jumps, in ms. */
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
