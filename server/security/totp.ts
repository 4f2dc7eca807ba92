import { createHmac, timingSafeEqual } from 'node:crypto';
import { secondFactor } from '#domain/second-factor.ts';

/** Returns the time step of an instant (RFC 6238, section 4.2). */
export function stepOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / secondFactor.stepSeconds);
}

/**
 * Returns the code of a time step: HMAC-SHA-1 truncated to decimal digits (RFC 4226, section 5.3), as in authenticator
 * apps.
 */
export function codeAt(secret: Buffer, step: number, digits: number = secondFactor.digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
}

/**
 * Returns the step that a code belongs to, or null: the current one, or one to either side for clock skew. All three
 * are compared in constant time, so timing reveals nothing. The caller rejects used codes.
 */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code.padEnd(secondFactor.digits).slice(0, secondFactor.digits + 1));
  let found: number | null = null;
  for (const step of [-1, 0, 1].map((away) => stepOf(now) + away)) {
    const wanted = Buffer.from(codeAt(secret, step));
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) found = step;
  }
  return found;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as base32 without padding (RFC 4648, section 6), for typing a secret into an app. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
