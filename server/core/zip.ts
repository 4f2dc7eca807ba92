import { crc32, createDeflateRaw } from 'node:zlib';

/** A file for an archive: its path there, and its bytes as a stream. */
export type ZipEntry = { name: string; chunks: AsyncIterable<Buffer> | Iterable<Buffer> };

/**
 * Returns a zip archive, streamed one file after the other. Only the current chunk is held in memory. Sizes follow each
 * file's bytes (data descriptor), as PKWARE's APPNOTE 4.4.4 describes for streams. Names are UTF-8. Neither a file nor
 * the archive may reach 4 GB, and there may be fewer than 65,535 files. Beyond that, Zip64 would be needed.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, chunks } of entries) {
    const path = Buffer.from(name);
    const local = headerOf(path, at);
    yield local;
    const seen = { crc: 0, size: 0 };
    let packed = 0;
    const deflated = createDeflateRaw();
    void feed(deflated, chunks, seen).catch((error: Error) => deflated.destroy(error));
    for await (const bytes of deflated as AsyncIterable<Buffer>) {
      packed += bytes.length;
      yield bytes;
    }
    const sums = numbers([seen.crc, 4], [packed, 4], [seen.size, 4]);
    yield Buffer.concat([numbers([0x08074b50, 4]), sums]);
    directory.push(
      Buffer.concat([
        numbers([0x02014b50, 4], [20, 2]),
        local.subarray(4, 14),
        sums,
        numbers([path.length, 2], [0, 4], [0, 4], [0, 4], [offset, 4]),
        path,
      ]),
    );
    offset += local.length + packed + 16;
  }
  const whole = Buffer.concat(directory);
  const count = directory.length;
  yield whole;
  yield numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [whole.length, 4], [offset, 4], [0, 2]);
}

/** Compresses the bytes as fast as they are consumed, and counts them. */
async function feed(
  deflated: ReturnType<typeof createDeflateRaw>,
  chunks: ZipEntry['chunks'],
  seen: { crc: number; size: number },
): Promise<void> {
  for await (const bytes of chunks) {
    seen.crc = crc32(bytes, seen.crc);
    seen.size += bytes.length;
    if (!deflated.write(bytes)) await new Promise((resolve) => void deflated.once('drain', resolve));
  }
  deflated.end();
}

/**
 * Returns the header of a file: version 2.0 needed, sizes follow, UTF-8 name, deflated, and the time in MS-DOS format.
 */
function headerOf(path: Buffer, at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return Buffer.concat([
    numbers([0x04034b50, 4], [20, 2], [0x0808, 2], [8, 2], [time, 2], [date, 2]),
    numbers([0, 4], [0, 4], [0, 4], [path.length, 2], [0, 2]),
    path,
  ]);
}

/** Numbers of the given sizes in bytes, in little-endian order. */
function numbers(...parts: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  return Buffer.concat(
    parts.map(([value, bytes]) => {
      const part = Buffer.alloc(bytes);
      part.writeUIntLE(value, 0, bytes);
      return part;
    }),
  );
}
