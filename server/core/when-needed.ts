/** Opens something when it is first needed. If that fails, the next call retries. */
export function whenNeeded<Opened>(open: () => Promise<Opened>): {
  get: () => Promise<Opened>;
  /** The result of `get` so far. It is null if no one called it. */
  begun: () => Promise<Opened> | null;
} {
  let opening: Promise<Opened> | null = null;
  return {
    get: () => {
      opening ??= open().catch((error: unknown) => {
        opening = null;
        throw error;
      });
      return opening;
    },
    begun: () => opening,
  };
}
