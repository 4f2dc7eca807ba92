import type { Role } from './role.ts';

/** What a second factor consists of: six digits that change every 30 seconds, and ten codes for the day the phone is lost. */
export const secondFactor = { digits: 6, stepSeconds: 30, recoveryCodes: 10 } as const;

/**
 * How it stands with somebody's second factor: `on`; `offered`; `asked`, on every page; `required` before anything
 * else can be done.
 */
export type SecondFactorState = 'on' | 'offered' | 'asked' | 'required';

/** The state for this role; `isEnforced` where the installation is reached by https. */
export function secondFactorState(
  role: Role,
  { isOn, isEnforced }: { isOn: boolean; isEnforced: boolean },
): SecondFactorState {
  if (isOn) return 'on';
  if (role !== 'school_admin' && role !== 'overall_admin') return 'offered';
  return isEnforced ? 'required' : 'asked';
}

/** For how long, in milliseconds, a password (and code) just given covers changes to how somebody signs in. */
const identityLastsMs = 10 * 60 * 1000;

/** Whether somebody proved who they are recently enough to change password, e-mail address or second factor. */
export function isIdentityFresh(provedAt: Date, now: Date): boolean {
  return now.getTime() - provedAt.getTime() <= identityLastsMs;
}

/**
 * The most wrong passwords in a row that an account bears (NIST SP 800-63B, 3.2.2: at most 100). From then on its
 * password is taken only where its owner has signed in before.
 */
export const mostFailuresInARow = 100;
