import { useState } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate } from '#domain/time.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { JobScope } from '#web/features/vacancies/post/job-scope.tsx';
import { useDeleteVacancy } from '#web/features/vacancies/move/changes.ts';
import type { VacancyDialogProps } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type CancelAbsenceDialogProps = VacancyDialogProps & {
  /** Also closes the dialog that opened it, because the vacancy was deleted. */
  onCanceled: () => void;
};

/** Asks before a teacher's own absence is canceled. It is mounted while it is open. */
export function CancelAbsenceDialog({ vacancy, current, onClose, onCanceled }: CancelAbsenceDialogProps) {
  const date = formatDate(vacancy.date);
  const [wholeJob, setWholeJob] = useState(false);
  const done = wholeJob ? 'Your absence is canceled.' : `Your absence on ${date} is canceled.`;
  const remove = useDeleteVacancy(vacancy, done, onCanceled, wholeJob);
  return (
    <ConfirmDialog
      changed={whatChanged(vacancy, current)}
      isGone={current === null && !remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title={`Cancel your absence on ${date}?`}
      confirmLabel="Cancel absence"
      keepLabel="Keep absence"
      danger
      pending={remove.isPending}
      pendingText="Canceling..."
      failure={remove.error === null ? undefined : `Failed to delete vacancy: ${sentenceOf(remove.error)}`}
    >
      <div className="grid gap-3">
        <p>{whoIsTold(vacancy)}</p>
        <JobScope vacancy={vacancy} wholeJob={wholeJob} onChoose={setWholeJob} />
      </div>
    </ConfirmDialog>
  );
}

function whoIsTold({ description, substitute, requester, status }: Vacancy): string {
  const person = substitute ?? requester;
  if (status === 'open' || person === null)
    return `${description} will be removed. Substitutes can’t request it anymore.`;
  return `${person.fullName} ${status === 'filled' ? 'covers' : 'requested'} ${description}. We’ll notify them.`;
}
