import { renewRecoveryCodes } from '#contract/second-factor.ts';
import { call } from '#web/api/client.ts';
import { sending } from '#web/api/sending.ts';
import { useCommand } from '#web/api/use-command.ts';
import { RecoveryCodes } from '#web/features/account/recovery-codes.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks before the recovery codes are replaced, then shows the new ones. */
export function NewCodes({ onClose }: { onClose: () => void }) {
  const renew = useCommand({ send: () => call(renewRecoveryCodes), changes: ['second_factor'] });
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recoveryCodes} onClose={onClose} />;
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => renew.mutate()}
      title="Create new recovery codes?"
      confirmLabel="Create new codes"
      {...sending(renew)}
    >
      The old ones will stop working.
    </ConfirmDialog>
  );
}
