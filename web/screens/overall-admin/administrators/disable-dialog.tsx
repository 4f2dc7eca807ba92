import { sending } from '#web/api/sending.ts';
import type { PersonDialogProps } from '#web/features/managed/managed.ts';
import { useSwitchAdministrator } from '#web/screens/overall-admin/administrators/administrators.ts';
import { WhichAccount } from '#web/features/people/which-account.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks before an account is disabled, which also signs its owner out. */
export function DisableDialog({ person, changed, onClose }: PersonDialogProps) {
  const turn = useSwitchAdministrator();
  const { fullName, role, schoolName } = person;
  return (
    <ConfirmDialog
      changed={changed}
      onClose={onClose}
      onConfirm={() => turn.mutate({ person, isActive: false }, { onSuccess: onClose })}
      title={`Disable ${fullName}?`}
      confirmLabel="Disable"
      {...sending(turn, 'Disabling...')}
      danger
    >
      <WhichAccount of={person} />
      <p className="mt-2">
        {fullName} will be signed out everywhere right away and can’t sign in until someone enables the account again.
        {role === 'school_admin' && schoolName ? ` ${schoolName} itself stays active.` : ''}
      </p>
    </ConfirmDialog>
  );
}
