import * as z from 'zod/mini';

type Drafts<Values> = {
  /** What is kept of this person about the same thing, null where nothing is. */
  read: (userId: number, about?: string) => Values | null;
  /** Keeps what is typed until it is sent or the tab is closed; `null` forgets it. */
  keep: (userId: number, values: Values | null, about?: string) => void;
};

/** Keeps the last unsent form of a kind in this tab: whoever comes back to it, by a reload too, finds what was typed. */
export function drafts<Values>(kind: string, values: z.ZodMiniType<Values>): Drafts<Values> {
  const key = `firstbell-${kind}-draft`;
  const kept = z.object({ userId: z.int(), about: z.string(), values });
  return {
    read: (userId, about = '') => {
      try {
        const { success, data } = z.safeParse(kept, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
        return success && data.userId === userId && data.about === about ? data.values : null;
      } catch {
        // Storage may be forbidden; then nothing was kept either.
        return null;
      }
    },
    keep: (userId, value, about = '') => {
      try {
        if (value === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify({ userId, about, values: value }));
      } catch {
        // Storage may be forbidden or full; then a reload starts afresh.
      }
    },
  };
}
