import type { User } from '#contract/users.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useRemoveSubstitute } from '#web/features/people/managed.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type RemoveSubstituteDialogProps = { person: User; school: string; onClose: () => void };

/** Asks before a substitute is taken off the school, and says what happens then. */
export function RemoveSubstituteDialog({ person, school, onClose }: RemoveSubstituteDialogProps) {
  const remove = useRemoveSubstitute();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate(person, { onSuccess: onClose })}
      title={`Remove ${person.fullName}?`}
      confirmLabel="Remove"
      pending={remove.isPending}
      pendingText="Removing..."
      danger
      error={remove.isError ? sentenceOf(remove.error) : undefined}
    >
      <div className="grid gap-2">
        <p>
          {person.fullName} gets no more vacancies of {school}. What they have asked for and what they would cover here
          opens again, and everybody concerned is told.
        </p>
        <p>
          At other schools nothing changes. Where this is their only school, the account is deleted with it; days they
          have covered stay in your reports.
        </p>
      </div>
    </ConfirmDialog>
  );
}
