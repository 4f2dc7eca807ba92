import { type ReactNode, useId } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { useConfirmAssignment, useWithdrawRequest } from '#web/features/vacancies/move/own-changes.ts';
import { undoWords, useUndoYes } from '#web/features/vacancies/move/undo-yes.ts';
import { isConflict } from '#web/features/vacancies/move/conflict.ts';
import { ActFailure } from '#web/features/vacancies/move/conflict-line.tsx';
import { actsNow } from '#web/features/vacancies/card/acts-now.ts';
import { OfficePhone } from '#web/features/vacancies/card/office-phone.tsx';
import { SchoolAddress } from '#web/features/vacancies/card/school-address.tsx';
import { NoteLine } from '#web/features/vacancies/card/note-line.tsx';
import { ReportTime } from '#web/features/vacancies/card/report-time.tsx';
import { VacancyCard } from '#web/features/vacancies/card/vacancy-card.tsx';
import { hasEnded } from '#web/words/time.ts';
import { useIsBefore } from '#web/words/use-is-before.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';

type AssignmentCardProps = {
  vacancy: Vacancy;
  now: Date;
  /** Opens the question for the reason before it is canceled. */
  onCancel: () => void;
  /** Opens the confirmation before it is declined. */
  onCannotCome: () => void;
  /** Opens the plans for the class. */
  onPlans: () => void;
  /** In a dialog, its parts are stacked at any width. */
  narrow?: boolean;
  /** The parking note or, once the class is over, the feedback. */
  children?: ReactNode;
};

/** Shows a card for an assignment or request of the substitute: confirm, withdraw, cancel. */
export function AssignmentCard({
  vacancy,
  now,
  onCancel,
  onCannotCome,
  onPlans,
  narrow = false,
  children,
}: AssignmentCardProps) {
  const can = actsNow(vacancy, now);
  const withdraw = useWithdrawRequest(vacancy);
  const confirm = useConfirmAssignment(vacancy);
  const undo = useUndoYes(vacancy);
  const isFresh = useIsBefore(vacancy.undoUntil);
  const meaning = useId();
  const past = hasEnded(vacancy, now);
  const failure = withdraw.error ?? confirm.error ?? undo.error;
  // An unconfirmed assignment is answered. Only a confirmed one is canceled.
  const canCancel = can.includes('release') && !can.includes('cannotCome');
  const undoUntil = canCancel && isFresh ? vacancy.undoUntil : undefined;
  const actions = [
    can.includes('confirm') ? (
      <Button
        key="confirm"
        variant="filled"
        icon={icons.check}
        pending={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        Confirm
      </Button>
    ) : null,
    can.includes('cannotCome') ? (
      <Button key="cannot-come" onClick={onCannotCome}>
        Can't come
      </Button>
    ) : null,
    can.includes('withdraw') ? (
      <Button key="withdraw" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Withdraw
      </Button>
    ) : null,
    undoUntil === undefined ? null : (
      <Button key="undo" aria-describedby={meaning} pending={undo.isPending} onClick={() => undo.mutate()}>
        Undo
      </Button>
    ),
    vacancy.confirmed === null || past ? null : (
      <Button key="plans" onClick={onPlans}>
        Plans
      </Button>
    ),
    canCancel ? (
      <Button key="cancel" variant="plain" aria-describedby={meaning} onClick={onCancel}>
        Cancel assignment
      </Button>
    ) : null,
  ].filter(Boolean);
  return (
    <VacancyCard
      vacancy={vacancy}
      now={now}
      names={['school', 'teacher']}
      past={past}
      narrow={narrow}
      badges={vacancy.confirmed === false ? <Badge tone="pending">Not confirmed yet</Badge> : null}
      actions={isConflict(failure) ? null : actions[0] && actions}
    >
      <SchoolAddress address={vacancy.schoolAddress} />
      {vacancy.confirmed === null || past ? null : <ReportTime of={vacancy} />}
      {vacancy.alsoCovers ? <p className="text-label">{vacancy.alsoCovers}</p> : null}
      {vacancy.schoolPhone ? <OfficePhone number={vacancy.schoolPhone} /> : null}
      {children}
      {can.includes('cannotCome') ? (
        <p className="text-label font-medium text-ink">{vacancy.schoolName} has assigned this to you. Can you come?</p>
      ) : null}
      {vacancy.requestOverlap === null ? null : <NoteLine>{vacancy.requestOverlap}</NoteLine>}
      {canCancel ? (
        <p id={meaning} className="text-meta text-ink-3">
          {undoUntil === undefined
            ? `If you cancel, the class opens again for others right away. ${vacancy.teacherName} and the school will see your reason.`
            : `${undoWords(vacancy, undoUntil)}${vacancy.job?.together ? ` That gives back the whole job: ${vacancy.job.together}.` : ''} It won’t count as a cancellation. The class opens again for others right away.`}
        </p>
      ) : null}
      <ActFailure error={failure} />
    </VacancyCard>
  );
}
