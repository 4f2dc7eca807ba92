import type { ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { useVacancyLayer } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { part } from '#web/ui/part.tsx';

const EndDialog = part(() => import('#web/features/vacancies/assignment/assignment-dialogs.tsx'), 'EndDialog');
const PlansDialog = part(() => import('#web/features/vacancies/plans/plans-dialog.tsx'), 'PlansDialog');

type AssignmentDialogs = {
  /** The dialogs that a card of this vacancy opens. */
  openersOf: (vacancy: Vacancy) => Record<'onCancel' | 'onCannotCome' | 'onPlans', () => void>;
  dialogs: ReactNode;
};

/**
 * The address opens the question before an assignment ends: for a reason (a confirmed one), or for confirmation (an
 * unanswered one).
 */
export function useAssignmentDialogs(): AssignmentDialogs {
  const cancel = useVacancyLayer('cancel');
  const cannotCome = useVacancyLayer('cannot-come');
  const plans = useVacancyLayer('plans');
  const end = cancel.vacancy === null ? cannotCome : cancel;
  EndDialog.useAhead();
  return {
    openersOf: (vacancy) => ({
      onCancel: () => cancel.show(vacancy),
      onCannotCome: () => cannotCome.show(vacancy),
      onPlans: () => plans.show(vacancy),
    }),
    dialogs: (
      <>
        {end.render((props) => (
          <EndDialog {...props} isConfirmed={end === cancel} />
        ))}
        {plans.render((props) => (
          <PlansDialog {...props} />
        ))}
      </>
    ),
  };
}
