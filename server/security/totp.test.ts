import { randomBytes } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { seal, unseal } from '#server/security/sealed.ts';
import { base32, codeAt, stepOf, stepOfCode } from '#server/security/totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, the rows of SHA-1: eight digits.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %i the code is %s', (second, code) => {
  const now = new Date(second * 1000);
  expect(codeAt(secret, stepOf(now), 8)).toBe(code);
  expect(codeAt(secret, stepOf(now))).toBe(code.slice(2));
});

// RFC 4648, section 10, without padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %j is %j', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

describe('a code', () => {
  const now = new Date(1_234_567_890_000);
  it.each([-1, 0, 1])('%i steps away is accepted with its step', (away) => {
    expect(stepOfCode(secret, codeAt(secret, stepOf(now) + away), now)).toBe(stepOf(now) + away);
  });
  it.each([-2, 2])('%i steps away is too old or too early', (away) => {
    expect(stepOfCode(secret, codeAt(secret, stepOf(now) + away), now)).toBeNull();
  });
  it.each([
    '',
    '0',
    `${codeAt(secret, stepOf(now))}0`,
    codeAt(secret, stepOf(now)).slice(1),
    '００５９２４',
    'x'.repeat(40),
  ])('%j is none', (code) => {
    expect(stepOfCode(secret, code, now)).toBeNull();
  });
});

describe('a sealed secret', () => {
  const key = randomBytes(32);
  it('opens for its owner, differs each time, and reveals nothing', () => {
    const [one, two] = [seal(key, 'user 1', secret), seal(key, 'user 1', secret)];
    expect(unseal(key, 'user 1', one)).toEqual(secret);
    expect(one.equals(two)).toBe(false);
    expect(one.includes(secret.subarray(0, 6))).toBe(false);
  });
  it('does not open for another person, with another key, or after a change', () => {
    const sealed = seal(key, 'user 1', secret);
    expect(() => unseal(key, 'user 2', sealed)).toThrow('unable to authenticate data');
    expect(() => unseal(randomBytes(32), 'user 1', sealed)).toThrow('unable to authenticate data');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => unseal(key, 'user 1', changed)).toThrow('unable to authenticate data');
    }
  });
});
