/** Opens something when it is first needed. If that fails, the next call retries. */
export function whenNeeded<Opened>(open: () => Promise<Opened>): {
  get: () => Promise<Opened>;
  /** What was opened or is being opened, or null. */
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
