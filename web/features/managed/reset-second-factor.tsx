import { useMutation } from '@tanstack/react-query';
import { resetSecondFactor } from '#contract/second-factor.ts';
import type { User } from '#contract/users.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Opens the question below. Nothing where there is no second factor, or it is not the reader's to reset. */
export function ResetSecondFactor({ person, onOpen }: { person: User; onOpen: () => void }) {
  if (person.can?.includes('resetSecondFactor') !== true) return null;
  return (
    <Button variant="plain" aria-label={`Reset second factor of ${person.fullName}`} onClick={onOpen}>
      Reset second factor
    </Button>
  );
}

type ResetSecondFactorDialogProps = {
  person: User;
  /** What has changed since it opened. */
  changed: string | null;
  onClose: () => void;
};

/** Asks before the second factor of somebody who lost phone and recovery codes is reset. */
export function ResetSecondFactorDialog({ person, changed, onClose }: ResetSecondFactorDialogProps) {
  const refresh = useChanged();
  const reset = useMutation({
    mutationFn: () => call(resetSecondFactor, { body: { userId: person.id } }),
    onSuccess: () => {
      onClose();
      showToast({
        title: 'Second factor has been reset.',
        text: `${person.fullName} is signed out everywhere, and signs in with the password alone until they set it up again.`,
      });
      void refresh('people');
    },
  });
  return (
    <ConfirmDialog
      open
      changed={changed}
      onClose={onClose}
      onConfirm={() => reset.mutate()}
      title={`Reset the second factor of ${person.fullName}?`}
      confirmLabel="Reset"
      pending={reset.isPending}
      danger
      error={reset.isError ? sentenceOf(reset.error) : undefined}
    >
      First make sure, by phone or in person, that it is really them. They will be signed out everywhere and notified.
    </ConfirmDialog>
  );
}
