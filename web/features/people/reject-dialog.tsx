import type { User } from '#contract/person.ts';
import type { Role } from '#domain/role.ts';
import { WhichAccount } from '#web/features/people/which-account.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type RejectDialogProps = {
  person: User;
  open: boolean;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/**
 * Says what follows. A school keeps its rejected teachers. A rejected substitute has left it, and may choose it again.
 */
const after: Record<Role, (fullName: string) => string> = {
  teacher: () => 'We’ll notify them. You can still approve them later.',
  substitute: () => 'We’ll notify them. If they choose your school again, you can still approve them.',
  school_admin: (fullName) => `${fullName} won’t be able to sign in. We’ll notify them.`,
  overall_admin: (fullName) => `${fullName} won’t be able to sign in. We’ll notify them.`,
};

/** Asks before someone is rejected, which has no undo. */
export function RejectDialog({ person, ...dialog }: RejectDialogProps) {
  const { fullName, role } = person;
  return (
    <ConfirmDialog {...dialog} title={`Reject ${fullName}?`} confirmLabel="Reject" danger pendingText="Rejecting...">
      <div className="grid gap-2">
        <WhichAccount of={person} />
        <p>{after[role](fullName)}</p>
      </div>
    </ConfirmDialog>
  );
}
