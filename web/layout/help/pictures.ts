const urls = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

/**
 * Returns the picture of a help page, created from the demo by `npm run pictures help`. Returns undefined if a page has
 * none.
 */
export function pictureOf(id: string): string | undefined {
  return urls[`./pictures/${id}.webp`];
}

/** The size of every picture in px. It is displayed at half that size. */
export const pictureSize = { width: 720, height: 440 } as const;
