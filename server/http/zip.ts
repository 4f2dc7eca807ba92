import { create as contentDisposition } from 'content-disposition';
import { Readable } from 'node:stream';
import { productName } from '#domain/product.ts';
import { type ZipEntry, zipOf } from '#server/core/zip.ts';
import type { Call } from '#server/http/route.ts';

/** Streams these files as a zip archive. `of` and the date are part of its name. */
export function sendZip({ reply, now }: Pick<Call, 'reply' | 'now'>, of: string, entries: AsyncIterable<ZipEntry>) {
  const name = `${productName.toLowerCase()}-${of}-${now.toISOString().slice(0, 10)}.zip`;
  return reply
    .type('application/zip')
    .header('content-disposition', contentDisposition(name))
    .header('cache-control', 'no-store')
    .send(Readable.from(zipOf(entries, now)));
}
