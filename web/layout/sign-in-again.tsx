import { useAskedByCalls } from '#web/layout/use-asked-by-calls.ts';
import { part } from '#web/ui/part.tsx';

const SignInDialog = part(() => import('#web/layout/sign-in-dialog.tsx'), 'SignInDialog');

/**
 * Active on every dashboard: if the session ends during work, the page stays with everything typed in it, and its user
 * signs in again in a dialog. It asks once, no matter how many calls were refused.
 */
export function SignInAgain() {
  const { asked, answer } = useAskedByCalls('not_signed_in');
  // The file may be unreachable, like the server. Then signing in isn't possible.
  return asked ? <SignInDialog onSignedIn={() => answer(true)} onClose={() => answer(false)} /> : null;
}
