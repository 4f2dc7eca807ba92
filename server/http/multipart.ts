import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { parseJson } from '#contract/fields.ts';
import { emptyFile, uploads } from '#domain/person.ts';
import { Refused } from '#server/core/refused.ts';
import type { Upload } from '#server/security/uploads.ts';

const megabyte = 1024 * 1024;
/**
 * The larger of the two file limits, the resume's. The photo's own limit is checked with the photo. A `data` part sent
 * as a file counts as a file.
 */
export const uploadLimits = {
  fileSize: uploads.resume.largest,
  files: 3,
  fields: 2,
  parts: 4,
  fieldSize: megabyte,
  headerPairs: 20,
  fieldNameSize: 100,
};

/**
 * Reads a multipart call: the `data` JSON part and the named files. A file without a name is a field left empty, and
 * ignored.
 */
export async function readMultipart(
  request: FastifyRequest,
  fileNames: readonly string[],
): Promise<{ body: unknown; files: Record<string, Upload> }> {
  let body: unknown = {};
  const files: Record<string, Upload> = {};
  try {
    for await (const part of request.parts()) {
      if (part.fieldname === 'data') body = await readData(part);
      else if (part.type === 'file') {
        if (!fileNames.includes(part.fieldname))
          throw new Refused('bad_input', `Unknown file: ${part.fieldname.slice(0, 100)}.`);
        const bytes = await part.toBuffer();
        if (part.filename === '') continue;
        if (bytes.length === 0) throw new Refused('bad_input', emptyFile, { fields: { [part.fieldname]: emptyFile } });
        files[part.fieldname] = { name: part.filename, bytes };
      } else throw new Refused('bad_input', "A multipart call must contain one 'data' part with JSON, and files.");
    }
  } catch (error) {
    throw asUnreadable(error);
  }
  return { body, files };
}

/**
 * For a form that is broken or has no boundary, the parser throws errors without a code or status. That is the caller's
 * fault.
 */
function asUnreadable(error: unknown): unknown {
  if (error instanceof Refused || (error instanceof Error && 'code' in error)) return error;
  return new Refused('bad_input', 'This multipart form cannot be read.', { cause: error });
}

/**
 * Returns the `data` part, however the client encodes it: plain text, application/json (already parsed), or a browser's
 * blob.
 */
async function readData(part: Multipart): Promise<unknown> {
  const value: unknown = part.type === 'file' ? (await part.toBuffer()).toString('utf8') : part.value;
  const data =
    typeof value !== 'string' ? value : part.type === 'field' && part.valueTruncated ? undefined : parseJson(value);
  if (data === undefined || data === null) throw new Refused('bad_input', "The 'data' part is not valid JSON.");
  return data;
}
