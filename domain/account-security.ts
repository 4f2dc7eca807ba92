import { mostFailuresInARow } from './second-factor.ts';

/** How long a link to a new password works, in minutes. */
export const passwordLinkMinutes = 30;

/** How long a link that confirms an email address works, in days. */
export const emailLinkDays = 7;

/** What can happen to how somebody signs in. Its owner is told of each, for it may have been somebody else. */
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

const unexpected = 'If this was not you, somebody else knows your password: change it now, and ask your administrator.';

/** Title and sentences of the notice; `by` names who did it where that was somebody else, `left` counts recovery codes, `about` names a new owner. */
export function securityWords(
  event: SecurityEvent,
  { by, left, about = null }: { by: string | null; left: number; about?: string | null },
): { title: string; lines: readonly string[] } {
  switch (event) {
    case 'password_changed':
      return {
        title: 'Your password was changed',
        lines: ['Your password was changed, and you were signed out everywhere else.', unexpected],
      };
    case 'email_changed':
      return {
        title: 'Your email address was changed',
        lines: [
          'A different email address was entered in your account. We sent it a link to confirm it. Until then, your mail comes here.',
          unexpected,
        ],
      };
    case 'second_factor_on':
      return {
        title: 'Your second factor is on',
        lines: ['From now on you sign in with your password and a code from your app.', unexpected],
      };
    case 'second_factor_off':
      return {
        title: 'Your second factor is off',
        lines: ['From now on your password alone signs you in.', unexpected],
      };
    case 'second_factor_reset':
      return {
        title: 'Your second factor was reset',
        lines: [
          `${by ?? 'An administrator'} has turned off your second factor and signed you out. Please sign in with your password and set it up again.`,
          'If you did not expect this, please ask them.',
        ],
      };
    case 'recovery_code_used':
      return {
        title: 'A recovery code was used',
        lines: [
          `Somebody signed in with one of your recovery codes. ${left} of them ${left === 1 ? 'is' : 'are'} left.`,
          unexpected,
        ],
      };
    case 'recovery_codes_renewed':
      return {
        title: 'Your recovery codes were replaced',
        lines: ['Ten new recovery codes were created. The old ones no longer work.', unexpected],
      };
    case 'owner_added':
      return {
        title: 'A platform owner was added',
        lines: [
          `${by ?? 'A platform owner'} created an account for ${about ?? 'someone'}, who is now a platform owner.`,
          'If you did not expect this, please ask them.',
        ],
      };
    case 'guessed_at':
      return {
        title: 'Somebody is guessing your password',
        lines: [
          `There were ${mostFailuresInARow} wrong passwords in a row. Your password is now accepted only on devices on which you have signed in before.`,
          'Sign in on one of them, or have your password reset, and it is accepted everywhere again.',
        ],
      };
  }
}
