import type { Role } from './role.ts';

/** The second factor: six digits that change every 30 seconds, and ten recovery codes in case the phone is lost. */
export const secondFactor = { digits: 6, stepSeconds: 30, recoveryCodes: 10 } as const;

/**
 * The state of a user's second factor: `on`, `offered`, `asked` (on every page), or `required` (before anything else).
 */
export type SecondFactorState = 'on' | 'offered' | 'asked' | 'required';

/** Returns the state for this role. `isEnforced` says whether the installation uses https. */
export function secondFactorState(
  role: Role,
  { isOn, isEnforced }: { isOn: boolean; isEnforced: boolean },
): SecondFactorState {
  if (isOn) return 'on';
  if (role !== 'school_admin' && role !== 'overall_admin') return 'offered';
  return isEnforced ? 'required' : 'asked';
}

/** How long, in milliseconds, a confirmed password (and code) allows changes to how a person signs in. */
const identityLastsMs = 10 * 60 * 1000;

/**
 * Returns whether a person confirmed their identity recently enough to change the password, email address or second
 * factor.
 */
export function isIdentityFresh(provedAt: Date, now: Date): boolean {
  return now.getTime() - provedAt.getTime() <= identityLastsMs;
}

/**
 * The maximum number of wrong passwords in a row for one account (NIST SP 800-63B, 3.2.2: at most 100). After that,
 * its password works only on devices where its owner has signed in before.
 */
export const mostFailuresInARow = 100;
