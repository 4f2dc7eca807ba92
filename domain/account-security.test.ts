import { expect, test } from 'vitest';
import { type SecurityEvent, securityWords } from '#domain/account-security.ts';

const events: SecurityEvent[] = [
  'password_changed',
  'email_changed',
  'second_factor_on',
  'second_factor_off',
  'second_factor_reset',
  'recovery_code_used',
  'recovery_codes_renewed',
  'owner_added',
  'guessed_at',
];

test.each(events)('%s is reported with what to do about it', (event) => {
  const { title, lines } = securityWords(event, { by: null, left: 3 });
  expect(title).toMatch(/^(Your|A|Someone) /);
  expect(lines.join(' ')).toMatch(/Change it now|ask them|sign in on one of them/);
});

test('names the person who reset it, and says how many codes are left', () => {
  expect(securityWords('second_factor_reset', { by: 'Cy Doe', left: 0 }).lines[0]).toMatch(/^Cy Doe turned/);
  expect(securityWords('second_factor_reset', { by: null, left: 0 }).lines[0]).toMatch(/^An administrator turned/);
  expect(securityWords('recovery_code_used', { by: null, left: 1 }).lines[0]).toContain('You have 1 left.');
  expect(securityWords('recovery_code_used', { by: null, left: 9 }).lines[0]).toContain('You have 9 left.');
  expect(securityWords('owner_added', { by: 'Cy Doe', left: 0, about: 'Nell Newman' }).lines[0]).toBe(
    'Cy Doe created an account for Nell Newman, who is now a platform owner.',
  );
});
