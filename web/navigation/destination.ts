// The address that a signed-out visitor wanted to open, stored in this tab until they sign in.
const key = 'firstbell-destination';

/** Remembers the address of a screen that needs a sign-in. Null forgets it. */
export function keepDestination(address: string | null): void {
  try {
    if (address === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, address);
  } catch {
    // Storage may be disabled. Then sign-in leads home.
  }
}

/** Returns and forgets the remembered address. Returns null if there is none. */
export function takeDestination(): string | null {
  try {
    const address = sessionStorage.getItem(key);
    keepDestination(null);
    return address;
  } catch {
    return null;
  }
}
