import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createReadStream, type WriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import tar from 'tar-stream';
import * as z from 'zod/mini';

/** The first entry of an archive, which describes the others. */
const manifestSchema = z.object({
  format: z.literal('firstbell-backup-1'),
  version: z.string(),
  createdAt: z.string(),
  /** The migrations that created the tables. Only the same ones can restore them. */
  migrations: z.array(z.object({ name: z.string(), sha: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), sum: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.nullable(z.number()) })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A backup that can't be used. The message gives the reason. */
export class BadBackup extends Error {}

const manifestName = 'manifest.json';
const ageMark = 'age-encryption.org/v1';
/**
 * The maximum size of the table data in one entry, in bytes. An entry's size precedes its content, so it is held in
 * memory.
 */
const entryBytes = 4 * 1024 * 1024;

/** Accepts the parts of an archive in order. */
export type ArchiveWriter = {
  /** Adds a table's rows in COPY format. Returns their size in bytes. */
  addTable(name: string, rows: AsyncIterable<Buffer>): Promise<number>;
  /** Closes the archive. Resolves when `out` has received everything. */
  end(): Promise<void>;
};

/**
 * Begins an archive: tar, compressed with zstd, and encrypted with age if there are recipients. Standard tools can read
 * all three formats without us.
 */
export async function writeArchive(
  out: WriteStream,
  manifest: Manifest,
  recipients: readonly string[],
): Promise<ArchiveWriter> {
  await once(out, 'open');
  const pack = tar.pack();
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const compressed = pipeline(pack, compress);
  const done = Promise.all([
    compressed,
    recipients.length === 0 ? pipeline(compress, out) : encryptInto(out, compress, recipients),
  ]);
  // The writer learns of a full disk when the next entry is refused. Until then, no one awaits this promise.
  done.catch((error: unknown) => pack.destroy(error instanceof Error ? error : new Error(String(error))));
  const mtime = new Date(manifest.createdAt);
  const add = async (name: string, content: Buffer) => {
    try {
      await Promise.race([addEntry(pack, { name, mtime }, content), done]);
    } catch (error) {
      // If writing the archive failed, that is the cause.
      await done;
      throw error;
    }
  };
  await add(manifestName, Buffer.from(JSON.stringify(manifest, null, 1)));
  return {
    addTable: async (name, rows) => {
      let part = 0;
      let total = 0;
      for await (const content of inEntries(rows)) {
        part += 1;
        total += content.length;
        await add(`tables/${name}/${String(part).padStart(6, '0')}.copy`, content);
      }
      return total;
    },
    end: async () => {
      pack.finalize();
      await done;
    },
  };
}

function addEntry(pack: tar.Pack, head: { name: string; mtime: Date }, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    pack
      .entry({ ...head, size: content.length, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
      .end(content);
  });
}

/** Joins rows until they fill an entry. */
async function* inEntries(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows) {
    held.push(chunk);
    size += chunk.length;
    if (size < entryBytes) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

async function encryptInto(out: Writable, source: Readable, recipients: readonly string[]): Promise<void> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const sealed = await encrypter.encrypt(webStreamOf(source));
  await pipeline(Readable.from(sealed, { objectMode: false }), out);
}

/** The entries of an archive after its manifest: parts of the tables' rows. */
export type Part = { table: string; rows: AsyncIterable<Uint8Array> };

/**
 * Opens an archive: its manifest, then its parts, each of which must be read before the next.
 *
 * @throws {BadBackup} if it isn't a FirstBell archive, is damaged or truncated, or `identity` doesn't decrypt it.
 */
export async function* readArchive(file: string, identity: string | undefined): AsyncGenerator<Manifest | Part> {
  let hasManifest = false;
  try {
    const source = createReadStream(file);
    const plain = (await isSealed(file)) ? await unseal(source, identity) : source;
    const extract = tar.extract();
    const flow = pipeline(plain, createZstdDecompress(), extract);
    flow.catch(() => {});
    for await (const entry of extract) {
      if (!hasManifest) {
        if (entry.header.name !== manifestName) throw new BadBackup('This file is not a backup of FirstBell.');
        hasManifest = true;
        yield readManifest(await text(entry));
      } else {
        yield { table: entry.header.name.split('/')[1] ?? '', rows: rowsOf(entry, flow) };
      }
    }
    await flow;
  } catch (error) {
    throw badBackupOf(error);
  }
  if (!hasManifest) throw new BadBackup('This file is not a backup of FirstBell.');
}

/** @throws {BadBackup} if the archive is truncated. */
async function* rowsOf(entry: AsyncIterable<unknown>, flow: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of entry) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    // The entry's error says only that it was truncated. The pipeline's error has the cause.
    const cause: unknown = await flow.then(
      () => error,
      (failure: unknown) => failure,
    );
    throw badBackupOf(cause);
  }
}

/** Returns an error about the file's content, as a sentence. Errors from reading the file pass through unchanged. */
export function badBackupOf(error: unknown): Error {
  if (error instanceof BadBackup) return error;
  if (error instanceof Error && 'syscall' in error) return error;
  return new BadBackup('This file is not a backup of FirstBell, or it is damaged or cut off. Nothing was restored.', {
    cause: error,
  });
}

function readManifest(written: string): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(written);
  } catch (error) {
    throw new BadBackup("This backup's list of contents cannot be read.", { cause: error });
  }
  const manifest = manifestSchema.safeParse(content);
  if (!manifest.success) throw new BadBackup('This version of FirstBell does not know the format of this backup.');
  return manifest.data;
}

async function isSealed(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageMark.length), 0, ageMark.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === ageMark;
  } finally {
    await handle.close();
  }
}

async function unseal(source: Readable, identity: string | undefined): Promise<Readable> {
  if (identity === undefined) throw new BadBackup('This backup is encrypted. Name its key file: --key FILE.');
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch (error) {
    throw new BadBackup('The key file contains no key that begins with AGE-SECRET-KEY-1.', { cause: error });
  }
  try {
    return Readable.from(await decrypter.decrypt(webStreamOf(source)), { objectMode: false });
  } catch (error) {
    throw new BadBackup('This key does not decrypt this backup.', { cause: error });
  }
}

function webStreamOf(source: Readable): ReadableStream<Uint8Array> {
  // The same class under two names, Node's and the web's.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Readable.toWeb(source) as ReadableStream<Uint8Array>;
}
