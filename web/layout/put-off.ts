const week = 7 * 24 * 60 * 60 * 1000;
const keyOf = (what: string, userId: number) => `firstbell-put-off-${what}-${userId}`;

/** Returns whether a reminder was put off on this device less than a week ago. */
export function isPutOff(what: string, userId: number, now: Date): boolean {
  try {
    const since = Number(localStorage.getItem(keyOf(what, userId)));
    return since > now.getTime() - week && since <= now.getTime();
  } catch {
    return false;
  }
}

/** Puts a reminder off for a week if storage is allowed, or else until the next visit. */
export function putOff(what: string, userId: number, now: Date): void {
  try {
    localStorage.setItem(keyOf(what, userId), String(now.getTime()));
  } catch {
    // The reminder comes back on the next visit.
  }
}

/** Returns whether a permanent panel was folded on this device. */
export function isFolded(what: string, userId: number): boolean {
  try {
    return localStorage.getItem(keyOf(what, userId)) !== null;
  } catch {
    return false;
  }
}

/** Remembers whether the person collapsed it. */
export function keepFolded(what: string, userId: number, folded: boolean): void {
  try {
    if (folded) localStorage.setItem(keyOf(what, userId), '');
    else localStorage.removeItem(keyOf(what, userId));
  } catch {
    // The panel is unfolded again on the next visit.
  }
}
