import { useEffect, useRef, useState } from 'react';
import { provideProof } from '#web/api/client.ts';
import { part } from '#web/ui/part.tsx';

const ProveIdentityDialog = part(() => import('#web/layout/prove-identity-dialog.tsx'), 'ProveIdentityDialog');

/** Active on every dashboard: asks users to confirm their identity before sign-in details are changed. */
export function ProveIdentity() {
  const [asked, setAsked] = useState(false);
  const waiting = useRef<((proved: boolean) => void)[]>([]);
  useEffect(
    () =>
      provideProof(() => {
        setAsked(true);
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [],
  );
  const answer = (proved: boolean) => {
    setAsked(false);
    for (const resolve of waiting.current.splice(0)) resolve(proved);
  };
  return asked ? <ProveIdentityDialog onProved={() => answer(true)} onClose={() => answer(false)} /> : null;
}
