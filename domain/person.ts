import { productName } from './product.ts';
import type { Role } from './role.ts';

/** Bounds in characters, both ends included. An administrator's choice of password may be shorter. */
export const personLimits = {
  username: { min: 3, max: 32 },
  password: { min: 8, minByAdmin: 6, max: 128 },
  fullName: { min: 2, max: 100 },
} as const;

const megabyte = 1024 * 1024;

/** What people may upload: its size in bytes, and the sentences for what is too large or something else. */
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

/** What the name of a resume ends with. */
export const resumeExtensions = ['.pdf', '.doc', '.docx'] as const;

/**
 * Why a file cannot be uploaded, as far as its name, type and size (in bytes) tell before anything is sent; null
 * where it may be. What it is in truth, only the server sees.
 */
export function uploadProblem(
  kind: keyof typeof uploads,
  file: { name: string; type: string; size: number },
): string | null {
  const name = file.name.toLowerCase();
  const isKind =
    kind === 'photo' ? file.type.startsWith('image/') : resumeExtensions.some((extension) => name.endsWith(extension));
  if (!isKind) return uploads[kind].wrongKind;
  return file.size > uploads[kind].largest ? uploads[kind].tooLarge : null;
}

/** What a username consists of; its length stands in `personLimits`. */
export const usernamePattern = /^[A-Za-z0-9_]+$/;

/** The name under which a deleted substitute's past days stay. */
export const FORMER_SUBSTITUTE = 'Former substitute';

/** A username as it was typed, without outer space and the '@' that forms show. */
export function bareUsername(username: string): string {
  return username.trim().replace(/^@/, '');
}

/** The form in which usernames are compared: bare, and in lower case. */
export function normalizeUsername(username: string): string {
  return bareUsername(username).toLowerCase();
}

/** Circumstances in which a password is judged. `isCommon` looks it up, in lower case, in a local list. */
interface PasswordContext {
  minimum: number;
  username: string;
  fullName: string;
  isCommon: (password: string) => boolean;
}

/**
 * What is wrong with a password, as a sentence, or null. Length and guessability are all that counts:
 * there are no composition rules. A common password, and the person's or the product's name, stay
 * guessable with digits and punctuation at their ends, so those are stripped before the comparison.
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

/** 'ann lee', 'ann.lee' and 'annlee' are one word to whoever guesses. */
function sameWord(left: string, right: string): boolean {
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
  return right !== '' && plain(left) === plain(right);
}

/** The first word of a full name, for greetings. */
export function firstName(fullName: string): string {
  return words(fullName)[0] ?? '';
}

/** The initials of the first and the last word of a name, in capitals; '?' where there is none. */
export function initials(fullName: string): string {
  const letters = words(fullName).map((word) => [...word].slice(0, 1).join('').toUpperCase());
  const ends = letters.length > 1 ? [...letters.slice(0, 1), ...letters.slice(-1)] : letters;
  return ends.join('') || '?';
}

/** How a user is named to others: the full name, or the username where there is none. */
export function displayName(user: { fullName: string | null; username: string }): string {
  return user.fullName?.trim() || user.username;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/**
 * How long a session lasts, in milliseconds: since it was last used, and in all. Teachers and
 * substitutes come in ill, at 5:40, on a phone; whoever can do more harm signs in more often.
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
