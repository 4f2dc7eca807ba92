import { isNew } from '#web/layout/guide/is-new.ts';

// Contains no personal data: only that this browser hid the guide.
const key = 'firstbell-guide';

/** Returns whether to show the guide on a user's home page: they joined recently, and this browser hasn't hidden it. */
export const isGuided = (joinedAt: string): boolean => !isPutAway() && isNew(joinedAt, new Date());

function isPutAway(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Remembers that the guide is hidden, if storage is enabled. Otherwise, the guide comes back on the next visit. */
export function putAway(): void {
  try {
    localStorage.setItem(key, '');
  } catch {
    // Nothing depends on this value.
  }
}
