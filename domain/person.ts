import { productName } from './product.ts';
import type { Role } from './role.ts';

/** Limits in characters, inclusive. An administrator's choice of password may be shorter. */
export const personLimits = {
  username: { min: 3, max: 32 },
  password: { min: 8, minByAdmin: 6, max: 128 },
  fullName: { min: 2, max: 100 },
} as const;

const megabyte = 1024 * 1024;

/** The limits of uploads: the size in bytes, and the errors for files that are too large or of another type. */
export const uploads = {
  photo: {
    largest: 8 * megabyte,
    tooLarge: 'The photo can be at most 8 MB.',
    wrongKind: "We couldn't read this photo. Use JPEG, PNG, WebP, GIF, AVIF or TIFF.",
  },
  resume: {
    largest: 10 * megabyte,
    tooLarge: 'The resume can be at most 10 MB.',
    wrongKind: 'The resume must be a .pdf, .doc or .docx file.',
  },
} as const;

/** The error of a file without content. One in the cloud may look like that until it is downloaded. */
export const emptyFile = 'This file is empty. If it is in the cloud, download it first.';

/** Allowed file name extensions of a resume. */
export const resumeExtensions = ['.pdf', '.doc', '.docx'] as const;

/**
 * Returns why a file can't be uploaded, judged by its name, type and size (in bytes) before it is sent. Returns null
 * if it can. Only the server can check the content.
 */
export function uploadProblem(
  kind: keyof typeof uploads,
  file: { name: string; type: string; size: number },
): string | null {
  const name = file.name.toLowerCase();
  const isKind =
    kind === 'photo' ? file.type.startsWith('image/') : resumeExtensions.some((extension) => name.endsWith(extension));
  if (!isKind) return uploads[kind].wrongKind;
  if (file.size === 0) return emptyFile;
  return file.size > uploads[kind].largest ? uploads[kind].tooLarge : null;
}

/** The characters of a username. `personLimits` has its length. */
export const usernamePattern = /^[A-Za-z0-9_]+$/;

/** The name shown for the past days of a deleted substitute. */
export const FORMER_SUBSTITUTE = 'Former substitute';

/**
 * Returns a username derived from a name: 'Zoë O'Neil' becomes 'zoe_oneil'. The result is empty if the name has too few
 * Latin letters.
 */
export function proposedUsername(fullName: string): string {
  const plain = fullName
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’.]/gu, '')
    .toLowerCase();
  const username = plain
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, personLimits.username.max)
    .replace(/_$/, '');
  return username.length < personLimits.username.min ? '' : username;
}

/** Returns a username as it was typed, without surrounding spaces and the '@' that forms show. */
export function bareUsername(username: string): string {
  return username.trim().replace(/^@/, '');
}

/** Returns the form in which usernames are compared: bare and in lower case. */
export function normalizeUsername(username: string): string {
  return bareUsername(username).toLowerCase();
}

/** The context in which a password is checked. `isCommon` looks it up, in lower case, in a local list. */
interface PasswordContext {
  minimum: number;
  username: string;
  fullName: string;
  isCommon: (password: string) => boolean;
}

/**
 * Returns why a password isn't acceptable, or null if it is. Only length and guessability count; there are no
 * composition rules. Digits and punctuation at the ends don't make a common password or a name harder to guess, so
 * they are stripped before the comparison.
 */
export function passwordProblem(password: string, context: PasswordContext): string | null {
  const length = [...password].length;
  if (length < context.minimum) return `Password must be at least ${context.minimum} characters`;
  if (length > personLimits.password.max) {
    return `Password must be at most ${personLimits.password.max} characters`;
  }
  const whole = password.toLowerCase();
  const core = withoutEnds(whole);
  if (context.isCommon(whole) || context.isCommon(core)) {
    return 'This is one of the most common passwords. Please choose another.';
  }
  const { username, fullName } = context;
  const names = [username, fullName, ...fullName.split(/\s+/), productName].map((name) => name.toLowerCase());
  const guessable = names.some((name) => whole === name || sameWord(core, withoutEnds(name)));
  return guessable ? `A password can't be your name, your username or ${productName}. Please choose another.` : null;
}

function withoutEnds(text: string): string {
  return /\p{L}(?:.*\p{L})?/su.exec(text)?.[0] ?? '';
}

/** 'ann lee', 'ann.lee' and 'annlee' are equally easy to guess. */
function sameWord(left: string, right: string): boolean {
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
  return right !== '' && plain(left) === plain(right);
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/**
 * Returns how long a session lasts, in milliseconds: since it was last used, and in total. Teachers and substitutes
 * open the app sick, at 5:40 AM, on a phone. Users who could do more harm sign in more often.
 */
export function sessionLimits(role: Role): { idleMs: number; absoluteMs: number } {
  switch (role) {
    case 'teacher':
    case 'substitute':
      return { idleMs: 30 * DAY, absoluteMs: 90 * DAY };
    case 'school_admin':
      return { idleMs: 12 * HOUR, absoluteMs: 7 * DAY };
    case 'overall_admin':
      return { idleMs: HOUR, absoluteMs: 12 * HOUR };
  }
}
