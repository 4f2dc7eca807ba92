import { sending } from '#web/api/sending.ts';
import { useRemoveSubstitute, type PersonDialogProps } from '#web/features/managed/managed.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks before a substitute is removed from the school, and explains the consequences. */
export function RemoveSubstituteDialog({ person, school, changed, onClose }: PersonDialogProps & { school: string }) {
  const remove = useRemoveSubstitute();
  return (
    <ConfirmDialog
      changed={changed}
      onClose={onClose}
      onConfirm={() => remove.mutate(person, { onSuccess: onClose })}
      title={`Remove ${person.fullName}?`}
      confirmLabel="Remove"
      {...sending(remove, 'Removing...')}
      danger
    >
      <div className="grid gap-2">
        <p>
          {person.fullName} won’t see vacancies of {school} anymore. Their requests and upcoming assignments here open
          again, and we’ll notify everyone involved.
        </p>
        <p>
          Nothing changes at other schools. If this is their only school, their account is deleted. Days they covered
          stay in your reports.
        </p>
      </div>
    </ConfirmDialog>
  );
}
