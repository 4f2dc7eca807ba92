/** How long a successful check is cached, in ms. Load balancers check about once a second. */
const holdsMs = 1000;

/**
 * Creates the readiness check of the database. Anyone may call it, so concurrent calls share one query, and a success
 * is cached for a second. A failure isn't cached.
 */
export function openReadiness(): (ask: () => Promise<boolean>) => Promise<boolean> {
  let goodUntil = 0;
  let underWay: Promise<boolean> | null = null;
  return async (ask) => {
    if (performance.now() < goodUntil) return true;
    underWay ??= ask().finally(() => (underWay = null));
    const isReady = await underWay;
    if (isReady) goodUntil = performance.now() + holdsMs;
    return isReady;
  };
}
