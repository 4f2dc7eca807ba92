import { createHash, randomInt } from 'node:crypto';

// The alphabet has no letters or digits that are easily confused, because people type codes from a screen or a slip.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 16 random characters in groups of four (79 bits). */
export function generatedCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** Returns the stored form of a code as people type it: case, spaces and dashes are ignored. */
export function hashOfCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest();
}
