// A separate process, started by drawing.ts. It processes one image after another, and exits when the server closes its
// channel.
import sharp, { type Metadata } from 'sharp';

/** An uploaded image, and its maximum dimensions in pixels. */
export type Order = { bytes: Uint8Array; width: number; height: number };
/** The processed image, or the reason it failed. */
export type Drawing = { bytes: Uint8Array } | { problem: 'unreadable' | 'too_many_pixels' | 'too_costly' };

const million = 1_000_000;
/**
 * The maximum number of pixels in an image. One decoded line by line takes 70 MB at 50 megapixels. A progressive or
 * interlaced one is decoded as a whole: up to 10 bytes per pixel, 250 MB at 25. An AVIF takes 18 bytes per pixel, 290
 * MB at 16. (Peaks beyond the process's own 70 MB, sharp 0.35, 2026-11-22.)
 */
const mostPixels = { byLine: 50 * million, whole: 25 * million, avif: 16 * million };
/** The memory limit of this process, in bytes: one and a half times the costliest image within these limits. */
const mostMemory = 640 * 1024 * 1024;
/** The CPU time limit per image, in seconds. The costliest measured image takes two. */
const mostSeconds = 10;
/** How often both limits are checked, in ms. */
const lookMs = 25;

// People upload one photo at a time, so a cache of decoded images would never get a hit.
sharp.cache(false);
sharp.concurrency(1);

async function drawingOf({ bytes, width, height }: Order): Promise<Drawing> {
  try {
    // This reads only the image's header.
    const head = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (isTooLarge(head)) return { problem: 'too_many_pixels' };
    const drawn = await sharp(bytes, { limitInputPixels: mostPixels.byLine, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    return { bytes: drawn };
  } catch {
    return { problem: 'unreadable' };
  }
}

function isTooLarge({ width, height, format, isProgressive }: Metadata): boolean {
  const most = format === 'heif' ? mostPixels.avif : isProgressive ? mostPixels.whole : mostPixels.byLine;
  return width * height > most;
}

let began = process.cpuUsage();
// The server interprets the end of this process as its answer: the image is too costly.
setInterval(() => {
  const { user, system } = process.cpuUsage(began);
  if (process.memoryUsage.rss() > mostMemory || user + system > mostSeconds * million) process.exit(1);
}, lookMs);
process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  began = process.cpuUsage();
  void drawingOf(order).then((drawing) => process.send?.(drawing));
});
