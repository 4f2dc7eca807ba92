import { useState } from 'react';
import { formatDate } from '#domain/time.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useDeleteVacancy } from '#web/features/vacancies/move/changes.ts';
import { JobScope } from '#web/features/vacancies/post/job-scope.tsx';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import type { VacancyDialogProps } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { useSession } from '#web/session/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks before an administrator deletes a vacancy. It is mounted while it is open. */
export function DeleteDialog({ vacancy, current, onClose }: VacancyDialogProps) {
  const { description, date, teacherId, teacherName, substitute, requester } = vacancy;
  const { id } = useSession();
  const [wholeJob, setWholeJob] = useState(false);
  const what = wholeJob
    ? `${description} was removed on all days.`
    : `${description} on ${formatDate(date)} was removed.`;
  const remove = useDeleteVacancy(vacancy, what, onClose, wholeJob);
  // The contact of extra hands may be the reader.
  const people = [teacherId === id ? undefined : teacherName, (substitute ?? requester)?.fullName];
  const notified = people.filter(Boolean).join(' and ');
  return (
    <ConfirmDialog
      changed={whatChanged(vacancy, current)}
      isGone={current === null && !remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title="Are you sure you want to delete this vacancy?"
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      pendingText="Deleting..."
      failure={remove.error === null ? undefined : `Failed to delete vacancy: ${sentenceOf(remove.error)}`}
    >
      <div className="grid gap-3">
        <p>
          {description} on {formatDate(date)}.{notified === '' ? '' : ` We’ll notify ${notified}.`}
        </p>
        <JobScope vacancy={vacancy} wholeJob={wholeJob} onChoose={setWholeJob} />
      </div>
    </ConfirmDialog>
  );
}
