import { resetSecondFactor } from '#contract/second-factor.ts';
import type { User } from '#contract/person.ts';
import { call } from '#web/api/client.ts';
import { sending } from '#web/api/sending.ts';
import { useCommand } from '#web/api/use-command.ts';
import type { OnManage, PersonDialogProps } from '#web/features/managed/managed.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type ResetButtonsProps = { person: User; onAct: OnManage; resetsPassword?: boolean };

/**
 * Shows the buttons that reset a person's password and, if they have one that the reader may reset, the second factor.
 */
export function ResetButtons({ person, onAct, resetsPassword = true }: ResetButtonsProps) {
  return (
    <>
      {person.can?.includes('resetSecondFactor') === true ? (
        <Button
          variant="plain"
          aria-label={`Reset second factor of ${person.fullName}`}
          onClick={() => onAct('factor', person)}
        >
          Reset second factor
        </Button>
      ) : null}
      {resetsPassword ? (
        <Button aria-label={`Reset Password of ${person.fullName}`} onClick={() => onAct('reset', person)}>
          Reset Password
        </Button>
      ) : null}
    </>
  );
}

/** Asks before resetting the second factor of a person who lost their phone and recovery codes. */
export function ResetSecondFactorDialog({ person, changed, onClose }: PersonDialogProps) {
  const reset = useCommand({
    send: () => call(resetSecondFactor, { body: { userId: person.id } }),
    toast: {
      title: 'Second factor has been reset.',
      text: `${person.fullName} is signed out everywhere and signs in with only the password until they set it up again.`,
    },
    onDone: onClose,
    changes: ['people'],
  });
  return (
    <ConfirmDialog
      changed={changed}
      onClose={onClose}
      onConfirm={() => reset.mutate()}
      title={`Reset ${person.fullName}’s second factor?`}
      confirmLabel="Reset"
      {...sending(reset)}
      danger
    >
      First make sure by phone or in person that it’s really them. They’ll be signed out everywhere and notified.
    </ConfirmDialog>
  );
}
