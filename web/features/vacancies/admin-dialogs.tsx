import { lazy, Suspense } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate } from '#domain/time.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useDeleteVacancy } from '#web/features/vacancies/changes.ts';
import { CorrectDialog } from '#web/features/vacancies/correct-dialog.tsx';
import { ReleaseDialog } from '#web/features/vacancies/release-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const EditDialog = lazy(async () => ({
  default: (await import('#web/features/vacancies/edit-dialog.tsx')).EditDialog,
}));

export type AdminAsks = 'delete' | 'release' | 'correct' | 'edit';

/** What is asked of an admin before a vacancy changes. Mounted while one of them is open. */
export function AdminDialogs({
  vacancy,
  now,
  asks,
  onClose,
}: {
  vacancy: Vacancy;
  now: Date;
  asks: AdminAsks;
  onClose: () => void;
}) {
  switch (asks) {
    case 'delete':
      return <DeleteDialog vacancy={vacancy} onClose={onClose} />;
    case 'release':
      return <ReleaseDialog vacancy={vacancy} readers={vacancy.teacherName} onClose={onClose} />;
    case 'correct':
      return <CorrectDialog vacancy={vacancy} onClose={onClose} />;
    case 'edit':
      return (
        <Suspense>
          <EditDialog vacancy={vacancy} now={now} isOwn={false} onClose={onClose} />
        </Suspense>
      );
  }
}

function DeleteDialog({ vacancy, onClose }: { vacancy: Vacancy; onClose: () => void }) {
  const { description, date, teacherName, substitute, requester } = vacancy;
  const remove = useDeleteVacancy(vacancy, `${description} on ${formatDate(date)} needs nobody any more.`, onClose);
  const told = [teacherName, (substitute ?? requester)?.fullName].filter(Boolean).join(' and ');
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title="Are you sure you want to delete this vacancy?"
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      pendingText="Deleting..."
      error={remove.error === null ? undefined : `Failed to delete vacancy: ${sentenceOf(remove.error)}`}
    >
      {description} on {formatDate(date)}. {told} {told.includes(' and ') ? 'are' : 'is'} told.
    </ConfirmDialog>
  );
}
