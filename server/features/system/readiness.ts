/** How long a good answer holds, in ms. Whoever spreads calls over processes asks about once a second. */
const holdsMs = 1000;

/**
 * Makes what answers whether the database is ready. Anybody may ask that: however many ask at once, the database is asked once, and a
 * good answer holds for a second. A bad one holds for nobody who asks later.
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
