let preloader: (address: string) => void = () => undefined;

/** The router says how the screen at an address is fetched ahead of time; links, which it contains, only ask. */
export function providePreloader(fetchScreen: (address: string) => void): void {
  preloader = fetchScreen;
}

/** Fetches the screen at an address, which somebody is about to open. */
export function preload(address: string): void {
  preloader(address);
}
