let preloader: (address: string) => void = () => undefined;

/** The router registers how a screen is prefetched. Links, which the router contains, only request it. */
export function providePreloader(fetchScreen: (address: string) => void): void {
  preloader = fetchScreen;
}

/** Prefetches the screen at an address that a person is about to open. */
export function preload(address: string): void {
  preloader(address);
}
