import { describe, expect, it } from 'vitest';
import { Refused } from '#server/core/refused.ts';
import {
  commonPasswords,
  fitsPassword,
  hashOfRecoveryCode,
  hashPassword,
  refuseWeakPassword,
} from '#server/security/passwords.ts';

const person = { username: 'maya_o', fullName: 'Maya Okafor' };
const isRefused = (password: string) => {
  try {
    refuseWeakPassword(password, person, 8);
    return false;
  } catch (error) {
    return error instanceof Refused && error.fields?.['password'] !== undefined;
  }
};

describe('the list of blocked passwords', () => {
  it('ships with the product, and has more than ten thousand of the minimum length', () => {
    expect([...commonPasswords].filter((password) => password.length >= 8).length).toBeGreaterThan(10_000);
  });

  it('refuses each of them, in any case and followed by a number', () => {
    const chosen = [...commonPasswords].filter((password) => password.length >= 8).filter((_, at) => at % 97 === 0);
    for (const password of chosen)
      expect([password, isRefused(password), isRefused(password.toUpperCase())]).toEqual([password, true, true]);
    for (const password of ['sunshine2026!', '1password1', 'Password123'])
      expect(isRefused(password), password).toBe(true);
  });

  it('refuses names of the person and the product, and has no composition rules', () => {
    for (const password of ['FirstBell1', 'firstbell2026', 'maya_o_2026', 'Maya.Okafor', 'okafor1234'])
      expect(isRefused(password), password).toBe(true);
    for (const password of ['orchardviolin', 'ORCHARD VIOLIN', '99 red balloons', 'схема оркестра', 'x'.repeat(64)])
      expect(isRefused(password), password).toBe(false);
  });
});

describe('a hash', () => {
  it('is argon2id with a unique salt, and matches only its password', async () => {
    const [one, two] = await Promise.all([hashPassword('orchard-violin-7'), hashPassword('orchard-violin-7')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await fitsPassword(one, 'orchard-violin-7')).toBe(true);
    expect(await fitsPassword(one, 'Orchard-violin-7')).toBe(false);
    expect(await fitsPassword(null, 'orchard-violin-7')).toBe(false);
  });

  it('of a recovery code is the same in any notation, and differs by salt', async () => {
    const salt = Buffer.alloc(16, 1);
    expect((await hashOfRecoveryCode('ABCD efgh', salt)).equals(await hashOfRecoveryCode('abcd-efgh', salt))).toBe(
      true,
    );
    expect(
      (await hashOfRecoveryCode('abcd-efgh', salt)).equals(await hashOfRecoveryCode('abcd-efgh', Buffer.alloc(16, 2))),
    ).toBe(false);
  });
});
