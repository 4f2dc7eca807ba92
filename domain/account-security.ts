import { mostFailuresInARow } from './second-factor.ts';

/** How long a link to a new password works, in minutes. */
export const passwordLinkMinutes = 30;

/** How long a link that confirms an email address works, in days. */
export const emailLinkDays = 7;

/** Changes to how a person signs in. The account owner is notified of each, because someone else may have made it. */
export type SecurityEvent =
  | 'password_changed'
  | 'email_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'second_factor_reset'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'owner_added'
  | 'guessed_at';

const unexpected =
  "If this wasn't you, someone else knows your password. Change it now and contact your administrator.";

/** `by` is the person who did it, if it was someone else. `left` counts recovery codes. `about` names a new owner. */
type SecurityFacts = { by: string | null; left: number; about?: string | null };
type SecurityWords = { title: string; lines: readonly string[] };

const words: Record<SecurityEvent, (facts: SecurityFacts) => SecurityWords> = {
  password_changed: () => ({
    title: 'Your password was changed',
    lines: ['Your password was changed, and you were signed out everywhere else.', unexpected],
  }),
  email_changed: () => ({
    title: 'Your email address was changed',
    lines: [
      'A different email address was entered in your account. We sent a confirmation link there. Until it is confirmed, your email still comes to this address.',
      unexpected,
    ],
  }),
  second_factor_on: () => ({
    title: 'Your second factor was turned on',
    lines: ['From now on, you sign in with your password and a code from your app.', unexpected],
  }),
  second_factor_off: () => ({
    title: 'Your second factor was turned off',
    lines: ['From now on, you sign in with your password alone.', unexpected],
  }),
  second_factor_reset: ({ by }) => ({
    title: 'Your second factor was reset',
    lines: [
      `${by ?? 'An administrator'} turned off your second factor and signed you out. Please sign in with your password and set it up again.`,
      "If you didn't expect this, please ask them.",
    ],
  }),
  recovery_code_used: ({ left }) => ({
    title: 'A recovery code was used',
    lines: [`Someone signed in with one of your recovery codes. You have ${left} left.`, unexpected],
  }),
  recovery_codes_renewed: () => ({
    title: 'Your recovery codes were replaced',
    lines: ['Ten new recovery codes were created. The old ones no longer work.', unexpected],
  }),
  owner_added: ({ by, about = null }) => ({
    title: 'A platform owner was added',
    lines: [
      `${by ?? 'A platform owner'} created an account for ${about ?? 'someone'}, who is now a platform owner.`,
      "If you didn't expect this, please ask them.",
    ],
  }),
  guessed_at: () => ({
    title: 'Someone is guessing your password',
    lines: [
      `There were ${mostFailuresInARow} wrong passwords in a row. Your password now works only on devices where you've signed in before.`,
      'To make it work everywhere again, sign in on one of them or have your password reset.',
    ],
  }),
};

/** Returns the title and the sentences of the notification. */
export function securityWords(event: SecurityEvent, facts: SecurityFacts): SecurityWords {
  return words[event](facts);
}
