import { fileTypeFromBuffer } from 'file-type';
import { uploads } from '#domain/person.ts';
import { Refused } from '#server/http/refused.ts';
import type { Upload } from '#server/http/route.ts';

/** A file as it is kept: its content is what its type says. */
export type CheckedFile = { name: string; contentType: string; bytes: Buffer };

/** The longest side of a kept photo, in pixels. */
const photoSide = 512;
// A phone's largest photo has about 110 million pixels; a picture made to exhaust memory claims far more.
const mostPixels = 120_000_000;

const photoTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']);

/** What draws pictures, loaded with the first of them: nobody waits for it when the server starts. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // A cache of decoded pictures helps nobody who uploads one photo.
  sharp.cache(false);
  return sharp;
}

/**
 * Makes a photo out of an uploaded image: drawn anew, upright, at most 512 pixels a side, without the place and
 * the camera that the original told of. What the file is, its bytes say, not its name.
 *
 * @throws {Refused} too_large or wrong_content_type at `field`.
 */
export function checkedPhoto(upload: Upload, field: string): Promise<CheckedFile> {
  return drawnAnew(upload, field, { width: photoSide, height: photoSide });
}

/** The largest logo and banner that are kept, in pixels. */
const imageSizes = { logo: { width: 512, height: 512 }, banner: { width: 1600, height: 600 } };

/**
 * Makes a school's logo or banner out of an uploaded image, as a photo is made; what is see-through stays so.
 *
 * @throws {Refused} too_large or wrong_content_type at the field of that name.
 */
export function checkedSchoolImage(upload: Upload, kind: 'logo' | 'banner'): Promise<CheckedFile> {
  return drawnAnew(upload, kind, imageSizes[kind]);
}

async function drawnAnew(
  upload: Upload,
  field: string,
  largest: { width: number; height: number },
): Promise<CheckedFile> {
  if (upload.bytes.length > uploads.photo.largest) throw refusedFile('too_large', field, uploads.photo.tooLarge);
  const type = await fileTypeFromBuffer(upload.bytes);
  if (type === undefined || !photoTypes.has(type.mime)) throw notAPhoto(field);
  const sharp = await loadSharp();
  try {
    const bytes = await sharp(upload.bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: 10 })
      .autoOrient()
      .resize(largest.width, largest.height, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    return { name: 'photo.webp', contentType: 'image/webp', bytes };
  } catch (error) {
    throw notAPhoto(field, error);
  }
}

function notAPhoto(field: string, cause?: unknown): Refused {
  return refusedFile('wrong_content_type', field, uploads.photo.wrongKind, cause);
}

const resumeTypes: Record<string, { contentType: string; extension: string; isGenuine: (bytes: Buffer) => boolean }> = {
  'application/pdf': {
    contentType: 'application/pdf',
    extension: 'pdf',
    isGenuine: (bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-',
  },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
    isGenuine: () => true,
  },
  // The container of old Office files: Word's own keeps a stream of this name.
  'application/x-cfb': {
    contentType: 'application/msword',
    extension: 'doc',
    isGenuine: (bytes) => bytes.includes(Buffer.from('WordDocument', 'utf16le')),
  },
};

/**
 * A resume as .pdf, .doc or .docx; name and content must agree. It is kept as it came, and never served as
 * anything that a browser would run.
 *
 * @throws {Refused} too_large or wrong_content_type at `field`.
 */
export async function checkedResume(upload: Upload, field: string): Promise<CheckedFile> {
  if (upload.bytes.length > uploads.resume.largest) throw refusedFile('too_large', field, uploads.resume.tooLarge);
  const type = await fileTypeFromBuffer(upload.bytes).catch(() => undefined);
  const known = type === undefined ? undefined : resumeTypes[type.mime];
  const name = plainName(upload.name);
  if (known === undefined || !known.isGenuine(upload.bytes) || !name.toLowerCase().endsWith(`.${known.extension}`)) {
    throw refusedFile('wrong_content_type', field, uploads.resume.wrongKind);
  }
  return { name, contentType: known.contentType, bytes: upload.bytes };
}

/** The last part of a path, in characters that can be stored and shown. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}"<>:|?*]/gu, '_')
    .slice(-150);
}

function refusedFile(
  code: 'too_large' | 'wrong_content_type',
  field: string,
  sentence: string,
  cause?: unknown,
): Refused {
  return new Refused(code, sentence, { fields: { [field]: sentence }, ...(cause !== undefined && { cause }) });
}
