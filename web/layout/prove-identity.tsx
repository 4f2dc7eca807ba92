import { useAskedByCalls } from '#web/layout/use-asked-by-calls.ts';
import { part } from '#web/ui/part.tsx';

const ProveIdentityDialog = part(() => import('#web/layout/prove-identity-dialog.tsx'), 'ProveIdentityDialog');

/** Active on every dashboard: asks users to confirm their identity before sign-in details are changed. */
export function ProveIdentity() {
  const { asked, answer } = useAskedByCalls('identity_unproved');
  return asked ? <ProveIdentityDialog onProved={() => answer(true)} onClose={() => answer(false)} /> : null;
}
