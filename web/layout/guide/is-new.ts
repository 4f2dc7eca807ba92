/** How long a user counts as new, in days. */
const newForDays = 30;

/** Returns whether a user joined recently. */
export function isNew(joinedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(joinedAt) < newForDays * 86_400_000;
}
