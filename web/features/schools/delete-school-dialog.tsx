import type { School } from '#contract/schools.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useDeleteSchool } from '#web/features/schools/schools.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks for the school's name before everything of it is deleted for good. */
export function DeleteSchoolDialog({ school, open, onClose }: { school: School; open: boolean; onClose: () => void }) {
  const remove = useDeleteSchool();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => remove.mutate(school, { onSuccess: onClose })}
      title={`Delete ${school.name}?`}
      confirmLabel="Delete"
      pending={remove.isPending}
      pendingText="Deleting..."
      danger
      error={remove.isError ? sentenceOf(remove.error) : undefined}
      typeToConfirm={school.name}
    >
      <p>Its teachers, vacancies and their history are deleted with it, for good. Substitutes keep their accounts and their other schools.</p>
    </ConfirmDialog>
  );
}
