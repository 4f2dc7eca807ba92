import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate } from '#domain/time.ts';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';

type NoAssignmentProps = { vacancy: Pick<Vacancy, 'description' | 'date'>; onClose: () => void };

/** Says that there is no assignment to end: the address was opened after its substitute had left. */
export function NoAssignment({ vacancy, onClose }: NoAssignmentProps) {
  return (
    <Dialog onClose={onClose} title="This assignment has ended" footer={<CloseButton>Close</CloseButton>}>
      <p>
        {vacancy.description} on {formatDate(vacancy.date)} has no substitute now.
      </p>
    </Dialog>
  );
}
