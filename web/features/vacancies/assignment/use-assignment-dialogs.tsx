import type { ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { useVacancyLayer } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { part } from '#web/ui/part.tsx';

const { Part: CancelDialog, useAhead: useCancelAhead } = part(
  async () => (await import('#web/features/vacancies/assignment/assignment-dialogs.tsx')).CancelDialog,
);
const { Part: CannotComeDialog } = part(
  async () => (await import('#web/features/vacancies/assignment/assignment-dialogs.tsx')).CannotComeDialog,
);

const { Part: PlansDialog } = part(
  async () => (await import('#web/features/vacancies/plans/plans-dialog.tsx')).PlansDialog,
);

type AssignmentDialogs = {
  /** The dialogs that a card of this vacancy opens. */
  openersOf: (vacancy: Vacancy) => Record<'onCancel' | 'onCannotCome' | 'onPlans', () => void>;
  dialogs: ReactNode;
};

/**
 * The question before an assignment ends, in the address: the reason (a confirmed one), or a confirmation (an
 * unanswered one).
 */
export function useAssignmentDialogs(): AssignmentDialogs {
  const cancel = useVacancyLayer('cancel');
  const cannotCome = useVacancyLayer('cannot-come');
  const plans = useVacancyLayer('plans');
  useCancelAhead();
  return {
    openersOf: (vacancy) => ({
      onCancel: () => cancel.show(vacancy),
      onCannotCome: () => cannotCome.show(vacancy),
      onPlans: () => plans.show(vacancy),
    }),
    dialogs: (
      <>
        {cancel.vacancy === null ? null : (
          <CancelDialog key={cancel.vacancy.id} vacancy={cancel.vacancy} current={cancel.now} onClose={cancel.close} />
        )}
        {cannotCome.vacancy === null ? null : (
          <CannotComeDialog
            key={cannotCome.vacancy.id}
            vacancy={cannotCome.vacancy}
            current={cannotCome.now}
            onClose={cannotCome.close}
          />
        )}
        {plans.vacancy === null ? null : (
          <PlansDialog key={plans.vacancy.id} vacancy={plans.vacancy} onClose={plans.close} />
        )}
      </>
    ),
  };
}
