import { expect, test } from 'vitest';
import type { Role } from '#domain/role.ts';
import { isIdentityFresh, type SecondFactorState, secondFactorState } from '#domain/second-factor.ts';

test.each<[Role, boolean, boolean, SecondFactorState]>([
  ['teacher', false, false, 'offered'],
  ['teacher', false, true, 'offered'],
  ['substitute', false, true, 'offered'],
  ['school_admin', false, false, 'asked'],
  ['school_admin', false, true, 'required'],
  ['overall_admin', false, false, 'asked'],
  ['overall_admin', false, true, 'required'],
  ['overall_admin', true, true, 'on'],
  ['substitute', true, false, 'on'],
])('a second factor of a %s (on: %s, enforced: %s) is %s', (role, isOn, isEnforced, state) => {
  expect(secondFactorState(role, { isOn, isEnforced })).toBe(state);
});

test('a proof of identity is valid for ten minutes', () => {
  const provedAt = new Date('2026-11-23T10:00:00Z');
  expect(isIdentityFresh(provedAt, new Date('2026-11-23T10:10:00Z'))).toBe(true);
  expect(isIdentityFresh(provedAt, new Date('2026-11-23T10:10:00.001Z'))).toBe(false);
});
