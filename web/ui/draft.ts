import * as z from 'zod/mini';

/** One attempt at a creating call: the body, and the key that makes the server create it only once. */
export type Attempt = { sent: string; key: string };

/** One person's unsent form about one subject. */
export type Draft<Values> = {
  /** Returns the stored draft, or null. */
  read: () => Values | null;
  /** Stores typed text until it is sent or the tab is closed. `null` deletes it with its attempt. */
  keep: (values: Values | null) => void;
  /** Returns the last attempt to send the text, which may have succeeded without a reply. */
  attempt: () => Attempt | null;
  keepAttempt: (attempt: Attempt) => void;
};

/** Stores the last unsent form of a kind in this tab. Returning to it, even after a reload, restores it. */
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
        // Storage may be disabled. Then nothing was stored either.
        return null;
      }
    };
    const store = (data: z.output<typeof kept> | null) => {
      try {
        if (data === null) sessionStorage.removeItem(place);
        else sessionStorage.setItem(place, JSON.stringify(data));
      } catch {
        // Storage may be disabled or full. Then a reload starts over.
      }
    };
    return {
      read: () => stored()?.values ?? null,
      keep: (next) => {
        const draft = stored();
        if (next !== null) store({ userId, about, values: next, attempt: draft?.attempt });
        // By now, the place may have a draft about another subject.
        else if (draft !== null) store(null);
      },
      attempt: () => stored()?.attempt ?? null,
      keepAttempt: (attempt) => {
        const draft = stored();
        if (draft !== null) store({ ...draft, attempt });
      },
    };
  };
}
