// Where a signed-out visitor wanted to go. It stays in this tab until the sign-in.
const key = 'firstbell-destination';

/** Remembers the address of a screen that needs a sign-in; null forgets it. */
export function keepDestination(address: string | null): void {
  try {
    if (address === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, address);
  } catch {
    // Storage may be forbidden. Sign-in then leads home.
  }
}

/** The remembered address, which is forgotten with this call; null if there is none. */
export function takeDestination(): string | null {
  try {
    const address = sessionStorage.getItem(key);
    keepDestination(null);
    return address;
  } catch {
    return null;
  }
}
