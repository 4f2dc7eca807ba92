const urls = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

/** Where the picture of a help page is, made from the demo by `npm run pictures help`; undefined for a page without one. */
export function pictureOf(id: string): string | undefined {
  return urls[`./pictures/${id}.webp`];
}

/** Every picture has this size, in px of the file; it is shown at half of it. */
export const pictureSize = { width: 720, height: 440 } as const;
