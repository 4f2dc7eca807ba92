import { fileTypeFromBuffer } from 'file-type';
import { uploads } from '#domain/person.ts';
import { planFileSentences, planLimits } from '#domain/plans.ts';
import { Refused } from '#server/core/refused.ts';
import { draw } from '#server/security/drawing.ts';

/** A file from a multipart call. */
export type Upload = { name: string; bytes: Buffer };

/** A checked file: its content matches its type. */
export type CheckedFile = { name: string; contentType: string; bytes: Buffer };

/** The maximum side length of a stored photo, in pixels. */
const photoSide = 512;
const photoTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']);

/**
 * Turns an uploaded image into a photo: redrawn, upright, at most 512 pixels a side, without the original's location
 * and camera data. Its content, not its name, determines its type.
 *
 * @throws {Refused} too_large or wrong_content_type at `field`; too_many_requests when many others are waiting.
 */
export function checkedPhoto(upload: Upload, field: string): Promise<CheckedFile> {
  return drawnAnew(upload, field, { width: photoSide, height: photoSide }, uploads.photo);
}

/** The maximum dimensions of a stored logo and banner, in pixels. */
const imageSizes = { logo: { width: 512, height: 512 }, banner: { width: 1600, height: 600 } };

/**
 * Turns an uploaded image into a school's logo or banner, like a photo, but keeps transparency.
 *
 * @throws {Refused} too_large or wrong_content_type at the field of that name.
 */
export function checkedSchoolImage(upload: Upload, kind: 'logo' | 'banner'): Promise<CheckedFile> {
  return drawnAnew(upload, kind, imageSizes[kind], uploads.photo);
}

const tooMuch = {
  too_many_pixels:
    'This image has too many pixels. Use one with at most 50 megapixels, or 25 if it is progressive or interlaced.',
  too_costly: 'This image takes too long to process. Save it at a smaller size and try again.',
};

async function drawnAnew(
  upload: Upload,
  field: string,
  largest: { width: number; height: number },
  limit: { largest: number; tooLarge: string; wrongKind: string },
): Promise<CheckedFile> {
  const notAPhoto = () => refusedFile('wrong_content_type', field, limit.wrongKind);
  if (upload.bytes.length > limit.largest) throw refusedFile('too_large', field, limit.tooLarge);
  const type = await fileTypeFromBuffer(upload.bytes);
  if (type === undefined || !photoTypes.has(type.mime)) throw notAPhoto();
  const drawing = await draw({ bytes: upload.bytes, ...largest });
  if ('bytes' in drawing) return { name: 'photo.webp', contentType: 'image/webp', bytes: Buffer.from(drawing.bytes) };
  if (drawing.problem === 'unreadable') throw notAPhoto();
  throw refusedFile('too_large', field, tooMuch[drawing.problem]);
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
  // The container format of old Office files. Word's files contain a stream with this name.
  'application/x-cfb': {
    contentType: 'application/msword',
    extension: 'doc',
    isGenuine: (bytes) => bytes.includes(Buffer.from('WordDocument', 'utf16le')),
  },
};

/**
 * Returns a resume as .pdf, .doc or .docx. Its name and content must agree. It is stored unchanged, and never served as
 * anything that a browser would run.
 *
 * @throws {Refused} too_large or wrong_content_type at `field`.
 */
export function checkedResume(upload: Upload, field: string): Promise<CheckedFile> {
  return checkedDocument(upload, field, uploads.resume);
}

async function checkedDocument(
  upload: Upload,
  field: string,
  limit: { largest: number; tooLarge: string; wrongKind: string },
): Promise<CheckedFile> {
  if (upload.bytes.length > limit.largest) throw refusedFile('too_large', field, limit.tooLarge);
  const type = await fileTypeFromBuffer(upload.bytes).catch(() => undefined);
  const known = type === undefined ? undefined : resumeTypes[type.mime];
  const name = plainName(upload.name);
  if (known === undefined || !known.isGenuine(upload.bytes) || !name.toLowerCase().endsWith(`.${known.extension}`)) {
    throw refusedFile('wrong_content_type', field, limit.wrongKind);
  }
  return { name, contentType: known.contentType, bytes: upload.bytes };
}

/** The maximum side length of an image with lesson plans, in pixels: a seating chart must stay readable. */
const planImageSide = 2400;

/**
 * Returns a file with lesson plans: a .pdf or .docx like a resume, or an image, which is redrawn like a photo and gets
 * the extension .webp.
 *
 * @throws {Refused} too_large or wrong_content_type at `field`; too_many_requests when many others are waiting.
 */
export async function checkedPlanFile(upload: Upload, field: string): Promise<CheckedFile> {
  const limit = {
    largest: planLimits.each,
    tooLarge: planFileSentences.tooLarge,
    wrongKind: planFileSentences.wrongKind,
  };
  const name = plainName(upload.name);
  if (/\.(pdf|docx)$/i.test(name)) return checkedDocument(upload, field, limit);
  const image = await drawnAnew(upload, field, { width: planImageSide, height: planImageSide }, limit);
  return { ...image, name: `${name.replace(/\.[^.]*$/, '').slice(0, 140) || 'image'}.webp` };
}

/** Returns the last part of a path, in characters that can be stored and displayed. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}"<>:|?*]/gu, '_')
    .slice(-150);
}

function refusedFile(code: 'too_large' | 'wrong_content_type', field: string, sentence: string): Refused {
  return new Refused(code, sentence, { fields: { [field]: sentence } });
}
