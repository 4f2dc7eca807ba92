import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate } from '#domain/time.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useRelease } from '#web/features/vacancies/changes.ts';
import { useCannotCome } from '#web/features/vacancies/own-changes.ts';
import { ReasonDialog } from '#web/features/vacancies/reason-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type AssignmentDialogProps = { vacancy: Vacancy; asks: 'cancel' | 'cannot-come'; onClose: () => void };

/** What is asked before an assignment ends: why (a confirmed one), or whether it is meant (one not yet answered). */
export function AssignmentDialog({ vacancy, asks, onClose }: AssignmentDialogProps) {
  const cannotCome = useCannotCome(vacancy, onClose);
  const release = useRelease(vacancy, { title: 'Assignment cancelled', text: `${vacancy.schoolName} is told why.` }, onClose);
  return (
    <>
      <ReasonDialog
        open={asks === 'cancel'}
        onClose={onClose}
        onGive={(reason) => release.mutate(reason)}
        title="Cancel this assignment?"
        label="Why you cannot come"
        confirmLabel="Cancel assignment"
        pending={release.isPending}
        pendingText="Cancelling..."
        error={release.error === null ? undefined : sentenceOf(release.error)}
      >
        {vacancy.description} at {vacancy.schoolName} on {formatDate(vacancy.date)} opens again for others. {vacancy.teacherName} and the school read the reason.
      </ReasonDialog>
      <ConfirmDialog
        open={asks === 'cannot-come'}
        onClose={onClose}
        onConfirm={() => cannotCome.mutate()}
        title={`You can't come on ${formatDate(vacancy.date)}?`}
        confirmLabel="Can't come"
        keepLabel="Back"
        pending={cannotCome.isPending}
        error={cannotCome.error === null ? undefined : sentenceOf(cannotCome.error)}
      >
        {vacancy.description} at {vacancy.schoolName} opens again for others. It does not count as a cancellation.
      </ConfirmDialog>
    </>
  );
}
