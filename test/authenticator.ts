import { codeAt, stepOf } from '#server/security/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Returns the code that an authenticator app shows for this secret (base32). `steps` counts half minutes from `now`.
 */
export function otpOf(secret: string, now: Date, steps = 0): string {
  const bits = [...secret.replaceAll(/\s/g, '')]
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return codeAt(key, stepOf(now) + steps);
}
