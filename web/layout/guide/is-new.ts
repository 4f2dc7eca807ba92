/** For how long somebody is new, in days. */
const newForDays = 30;

/** Whether somebody joined a short while ago. */
export function isNew(joinedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(joinedAt) < newForDays * 86_400_000;
}
