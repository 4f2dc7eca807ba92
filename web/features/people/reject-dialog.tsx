import type { User } from '#contract/person.ts';
import { WhichAccount } from '#web/features/people/which-account.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type RejectDialogProps = {
  person: User;
  open: boolean;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before someone is rejected, which has no undo. */
export function RejectDialog({ person, ...dialog }: RejectDialogProps) {
  const { fullName, role } = person;
  return (
    <ConfirmDialog {...dialog} title={`Reject ${fullName}?`} confirmLabel="Reject" danger pendingText="Rejecting...">
      <div className="grid gap-2">
        <WhichAccount of={person} />
        <p>
          {role === 'school_admin'
            ? `${fullName} won’t be able to sign in. We’ll notify them.`
            : 'We’ll notify them. You can still approve them later.'}
        </p>
      </div>
    </ConfirmDialog>
  );
}
