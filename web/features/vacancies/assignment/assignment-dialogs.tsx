import { formatDate } from '#domain/time.ts';
import { sending } from '#web/api/sending.ts';
import { JobNote } from '#web/features/vacancies/card/job-note.tsx';
import { useCannotCome } from '#web/features/vacancies/move/own-changes.ts';
import { NoAssignment } from '#web/features/vacancies/release/no-assignment.tsx';
import { ReasonDialog } from '#web/features/vacancies/release/reason-dialog.tsx';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import type { VacancyDialogProps } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { useIsBefore } from '#web/words/use-is-before.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { part } from '#web/ui/part.tsx';

// Few assignments have several days, and the choice shares its file with screens of others.
const JobDaysChoice = part(() => import('#web/features/vacancies/release/job-days-choice.tsx'), 'JobDaysChoice');

/** Asks before an assignment ends: for the reason if it is confirmed. It is mounted while it is open. */
export function EndDialog({ isConfirmed, ...assignment }: VacancyDialogProps & { isConfirmed: boolean }) {
  const { vacancy, onClose } = assignment;
  if (vacancy.substituteId === null) return <NoAssignment vacancy={vacancy} onClose={onClose} />;
  return isConfirmed ? <CancelDialog {...assignment} /> : <CannotComeDialog {...assignment} />;
}

/** Asks for the reason before a confirmed assignment is canceled. It is mounted while it is open. */
function CancelDialog({ vacancy, current, onClose }: VacancyDialogProps) {
  const isFresh = useIsBefore((current ?? vacancy).undoUntil);
  return (
    <ReasonDialog
      vacancy={vacancy}
      current={current}
      onClose={onClose}
      title="Cancel this assignment?"
      label="Why you can’t come"
      keepLabel="Keep assignment"
      confirmLabel="Cancel assignment"
      pendingText="Canceling..."
      done={{ title: 'Assignment canceled', text: `${vacancy.teacherName} and the school will see your reason.` }}
    >
      {(onlyThisDay, choose) => (
        <div className="grid gap-3">
          <p>
            {vacancy.description} at {vacancy.schoolName} on {formatDate(vacancy.date)} opens again for others.{' '}
            {vacancy.teacherName} and the school will see your reason.
          </p>
          {isFresh ? <p>You requested it less than 5 minutes ago, so it won’t be recorded as a cancellation.</p> : null}
          {vacancy.job?.together ? (
            <JobDaysChoice
              label="Days to cancel"
              vacancy={vacancy}
              together={vacancy.job.together}
              onlyThisDay={onlyThisDay}
              hint="You keep the other days."
              onChoose={choose}
            />
          ) : null}
        </div>
      )}
    </ReasonDialog>
  );
}

/** Asks for confirmation before an unanswered assignment is declined. It is mounted while it is open. */
function CannotComeDialog({ vacancy, current, onClose }: VacancyDialogProps) {
  const cannotCome = useCannotCome(vacancy, onClose);
  return (
    <ConfirmDialog
      changed={whatChanged(vacancy, current)}
      isGone={current === null && !cannotCome.isPending}
      onClose={onClose}
      onConfirm={() => cannotCome.mutate()}
      title={`You can't come on ${formatDate(vacancy.date)}?`}
      confirmLabel="Can't come"
      keepLabel="Back"
      {...sending(cannotCome)}
    >
      <div className="grid gap-3">
        <p>
          {vacancy.description} at {vacancy.schoolName} opens again for others. It doesn’t count as a cancellation.
        </p>
        <JobNote vacancy={vacancy} says="Your answer is for the whole job:" />
      </div>
    </ConfirmDialog>
  );
}
