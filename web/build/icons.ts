import sharp from 'sharp';
import { productName } from '#domain/product.ts';

const accent = '#2450c8';
const paper = '#f7f7f4';

/** The desk bell of web/ui/mark.tsx, on its own 26 × 26 grid. */
const bell = `<g fill="#fff"><path d="M5.25 16v-3.75a7.75 7.75 0 0 1 15.5 0V16z"/><path d="M2.5 18.5h21M13 4.2V2.4" stroke="#fff" stroke-width="2.25" stroke-linecap="round" fill="none"/><path d="M9.75 21.25a3.25 3.25 0 0 0 6.5 0z"/></g>`;

/** Returns the bell on `ground`, at `share` of its width. */
function drawn(ground: string, share: number): Buffer {
  const scale = (100 * share) / 26;
  const edge = (100 - 26 * scale) / 2;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="512" height="512">${ground}<g transform="translate(${edge} ${edge}) scale(${scale})">${bell}</g></svg>`,
  );
}

const tile = drawn(`<rect width="100" height="100" rx="22" fill="${accent}"/>`, 0.66);
// Phones crop this one to their own shape, so the bell lies within the safe circle (80%).
const whole = drawn(`<rect width="100" height="100" fill="${accent}"/>`, 0.52);
// Phones use only the shape of this one and color it themselves.
const shape = drawn('', 0.92);

const files = [
  { name: 'icon-192.png', source: tile, size: 192, purpose: 'any' },
  { name: 'icon-512.png', source: tile, size: 512, purpose: 'any' },
  { name: 'icon-maskable-512.png', source: whole, size: 512, purpose: 'maskable' },
  { name: 'badge-96.png', source: shape, size: 96, purpose: null },
] as const;

/** Returns the icons of an installed FirstBell, generated from the mark. */
export function drawIcons(): Promise<{ name: string; bytes: Buffer }[]> {
  return Promise.all(
    files.map(async ({ name, source, size }) => ({
      name,
      bytes: await sharp(source).resize(size, size).png({ compressionLevel: 9, palette: true }).toBuffer(),
    })),
  );
}

/** Returns the W3C Web Application Manifest. The pages' own theme colors follow light and dark. */
export function webManifest(): string {
  return JSON.stringify({
    id: '/',
    name: productName,
    short_name: productName,
    description: 'A teacher in every class by the first bell.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: paper,
    background_color: paper,
    icons: files.flatMap(({ name, size, purpose }) =>
      purpose === null ? [] : [{ src: `/icons/${name}`, sizes: `${size}x${size}`, type: 'image/png', purpose }],
    ),
  });
}
