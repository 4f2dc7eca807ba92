// Says nothing of anybody: this browser has seen the guide, and was told to put it away.
const key = 'firstbell-guide';

/** Whether this browser was told to put the guide away. */
export function isPutAway(): boolean {
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
