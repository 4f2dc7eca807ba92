import * as z from 'zod/mini';

/** One attempt at a creating call: the body, and the key with which the server creates it only once. */
export type Attempt = { sent: string; key: string };

/** The unsent form of one person about one thing. */
export type Draft<Values> = {
  /** What is kept, null where nothing is. */
  read: () => Values | null;
  /** Keeps what is typed until it is sent or the tab is closed; `null` forgets it, with its attempt. */
  keep: (values: Values | null) => void;
  /** The last attempt at sending it, which may have arrived although no answer came. */
  attempt: () => Attempt | null;
  keepAttempt: (attempt: Attempt) => void;
};

/** Keeps the last unsent form of a kind in this tab: returning to it, also by a reload, restores what was typed. */
export function drafts<Values>(
  kind: string,
  values: z.ZodMiniType<Values>,
): (userId: number, about?: string) => Draft<Values> {
  const place = `firstbell-${kind}-draft`;
  const kept = z.object({
    userId: z.int(),
    about: z.string(),
    values,
    attempt: z.optional(z.object({ sent: z.string(), key: z.string() })),
  });
  return (userId, about = '') => {
    const stored = () => {
      try {
        const { success, data } = z.safeParse(kept, JSON.parse(sessionStorage.getItem(place) ?? 'null'));
        return success && data.userId === userId && data.about === about ? data : null;
      } catch {
        // Storage may be forbidden; then nothing was kept either.
        return null;
      }
    };
    const store = (data: z.output<typeof kept> | null) => {
      try {
        if (data === null) sessionStorage.removeItem(place);
        else sessionStorage.setItem(place, JSON.stringify(data));
      } catch {
        // Storage may be forbidden or full; then a reload starts afresh.
      }
    };
    return {
      read: () => stored()?.values ?? null,
      keep: (next) => store(next === null ? null : { userId, about, values: next, attempt: stored()?.attempt }),
      attempt: () => stored()?.attempt ?? null,
      keepAttempt: (attempt) => {
        const draft = stored();
        if (draft !== null) store({ ...draft, attempt });
      },
    };
  };
}
