import sharp from 'sharp';
import type { Queryable } from '#server/db/database.ts';
import { imageOf } from '#server/db/sql/schools.ts';
import type { Log } from '#server/core/log.ts';

/** The school of an email, with the names of its pictures. A new picture has a new name. */
export type MailSchool = { id: number; name: string; logo: string | null; banner: string | null };

type Kind = 'logo' | 'banner';

/** A picture embedded in an email, because email clients can't sign in to fetch it. */
export type MailPicture = { kind: Kind; contentType: string; bytes: Buffer };

/** Twice the displayed size, in pixels. */
const sizes = { logo: { width: 400, height: 96 }, banner: { width: 1216, height: 304 } };
/** The number of cached pictures: a school's absence is emailed to all its substitutes. */
const mostKept = 100;

/**
 * Returns the pictures of schools for email, each rendered once, as PNG or JPEG because some email clients show nothing
 * newer. A picture that can't be rendered is left out, so no email waits for one.
 */
export function openSchoolPictures(db: Queryable, log: Log): (school: MailSchool) => Promise<MailPicture[]> {
  const drawn = new Map<string, Promise<MailPicture | null>>();
  const pictureOf = (school: MailSchool, kind: Kind) => {
    const name = school[kind];
    if (name === null) return null;
    const known = drawn.get(name);
    if (known !== undefined) return known;
    const made = draw(db, school.id, kind).catch((error: unknown) => {
      drawn.delete(name);
      log.warn({ err: error, schoolId: school.id, kind }, 'a school picture could not be drawn for mail');
      return null;
    });
    const [oldest] = drawn.keys();
    if (drawn.size >= mostKept && oldest !== undefined) drawn.delete(oldest);
    drawn.set(name, made);
    return made;
  };
  return async (school) => {
    const pictures = await Promise.all([pictureOf(school, 'banner'), pictureOf(school, 'logo')]);
    return pictures.filter((picture) => picture !== null);
  };
}

async function draw(db: Queryable, schoolId: number, kind: Kind): Promise<MailPicture | null> {
  const image = await imageOf(db, schoolId, kind);
  if (image === null) return null;
  const { width, height } = sizes[kind];
  if (kind === 'logo') {
    const bytes = await sharp(image.bytes)
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .png({ palette: true })
      .toBuffer();
    return { kind, contentType: 'image/png', bytes };
  }
  const bytes = await sharp(image.bytes)
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 74 })
    .toBuffer();
  return { kind, contentType: 'image/jpeg', bytes };
}
