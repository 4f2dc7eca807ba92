import { isNew } from '#web/layout/guide/is-new.ts';

// Says nothing of anybody: this browser has seen the guide, and was told to put it away.
const key = 'firstbell-guide';

/** Whether the guide stands on somebody's home page: they joined a short while ago, and this browser was not told to put it away. */
export const isGuided = (joinedAt: string): boolean => !isPutAway() && isNew(joinedAt, new Date());

function isPutAway(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Remembers it, where storage is allowed; else the guide is back with the next visit. */
export function putAway(): void {
  try {
    localStorage.setItem(key, '');
  } catch {
    // Nothing depends on it.
  }
}
