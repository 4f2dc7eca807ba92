import { useEffect, useRef, useState } from 'react';
import { provideSignIn } from '#web/api/client.ts';
import { part } from '#web/ui/part.tsx';

const SignInDialog = part(() => import('#web/layout/sign-in-dialog.tsx'), 'SignInDialog');

/**
 * Active on every dashboard: if the session ends during work, the page stays with everything typed in it, and its user
 * signs in again in a dialog. It asks once, no matter how many calls were refused.
 */
export function SignInAgain() {
  const [asked, setAsked] = useState(false);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);
  useEffect(
    () =>
      provideSignIn(() => {
        setAsked(true);
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [],
  );
  const answer = (signedIn: boolean) => {
    setAsked(false);
    for (const resolve of waiting.current.splice(0)) resolve(signedIn);
  };
  // The file may be unreachable, like the server. Then signing in isn't possible.
  return asked ? <SignInDialog onSignedIn={() => answer(true)} onClose={() => answer(false)} /> : null;
}
