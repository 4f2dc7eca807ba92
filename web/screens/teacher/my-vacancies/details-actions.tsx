import type { Vacancy } from '#contract/vacancies.ts';
import { CancelAbsenceDialog } from '#web/features/vacancies/post/cancel-absence-dialog.tsx';
import { useVacancyLayer } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';

type DetailsActionsProps = {
  vacancy: Vacancy;
  /** The buttons do nothing. Their dialogs would treat the vacancy that was shown last as the current one. */
  isGone: boolean;
  onEdit: () => void;
  onSplit: () => void;
  /** Called when the absence, and with it this dialog, is gone. */
  onCanceled: () => void;
  /** Whether another dialog is above the details and asks its own question. */
  isCovered: boolean;
};

/** Shows the actions in the details of a teacher's own absence: cancel, split and edit. */
export function DetailsActions({ vacancy, isGone, onEdit, onSplit, onCanceled, isCovered }: DetailsActionsProps) {
  const { can, id } = vacancy;
  const removal = useVacancyLayer('remove');
  return (
    <>
      {can.includes('remove') ? (
        <Button variant="danger-plain" isDone={isGone} className="md:mr-auto" onClick={() => removal.show(vacancy)}>
          Cancel absence
        </Button>
      ) : null}
      {/* Before it is covered, the teacher can simply post two absences. */}
      {vacancy.status === 'filled' && can.includes('edit') ? (
        <Button isDone={isGone} onClick={onSplit}>
          Split
        </Button>
      ) : null}
      {can.includes('edit') || can.includes('annotate') ? (
        <Button icon={icons.edit} isDone={isGone} onClick={onEdit}>
          Edit
        </Button>
      ) : null}
      {!isCovered && removal.vacancy?.id === id && removal.vacancy.can.includes('remove')
        ? removal.render((props) => (
            <CancelAbsenceDialog
              {...props}
              // The details of a vacancy that is gone have nothing to show.
              onClose={props.current === null ? onCanceled : props.onClose}
              onCanceled={onCanceled}
            />
          ))
        : null}
    </>
  );
}
