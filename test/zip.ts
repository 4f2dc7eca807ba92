import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Returns a zip archive of these texts, stored without compression: enough to look like an Office file. */
export function zipOf(files: Record<string, string>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, path, bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, rest, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}

/**
 * Returns the files of a zip archive by name, read from the central directory as unzip does. Throws if a checksum is
 * wrong.
 */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let n = 0; n < archive.readUInt16LE(end + 10); n += 1) {
    const [crc, packed, nameLength, extra, comment, local] = [
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = inflateRawSync(archive.subarray(start, start + packed));
    if (crc32(bytes) !== crc || bytes.length !== archive.readUInt32LE(at + 24))
      throw new Error(`${name} is not what the archive says.`);
    files.set(name, bytes);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

/**
 * Returns a zip archive with one entry of this many zero bytes, compressed as much as possible: a repeated block of
 * zeros.
 */
export function deflatedZipOf(name: string, size: number): Buffer {
  const block = 16 * 1024 * 1024;
  // Each block ends on a byte boundary and is independent of earlier ones, so it can be repeated. An empty last one
  // closes the stream.
  const packed = deflateRawSync(Buffer.alloc(block), { level: 9, finishFlush: 3 });
  const data = Buffer.concat([...Array.from({ length: size / block }, () => packed), deflateRawSync(Buffer.alloc(0))]);
  const path = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(size, 18);
  common.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, path, data]);
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, Buffer.alloc(14), path]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\u0005\u0006'), end]);
}
