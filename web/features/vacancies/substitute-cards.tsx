import { useState } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate } from '#domain/time.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useCannotCome, useConfirmAssignment, useDeclineVacancy, useRelease, useWithdrawRequest } from '#web/features/vacancies/changes.ts';
import { isConflict } from '#web/features/vacancies/conflict.ts';
import { ActFailure } from '#web/features/vacancies/conflict-line.tsx';
import { ReasonDialog } from '#web/features/vacancies/reason-dialog.tsx';
import { VacancyCard } from '#web/features/vacancies/vacancy-card.tsx';
import { hasEnded } from '#web/features/vacancies/words.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import * as icons from '#web/ui/icons.ts';
import { Menu, MenuItem } from '#web/ui/popover.tsx';

type OpenCardProps = {
  vacancy: Vacancy;
  now: Date;
  /** The words on the button that accepts. */
  acceptLabel?: string;
  onAccept: () => void;
};

/** An open vacancy as a substitute sees it: accept, or decline for good. */
export function OpenCard({ vacancy, now, acceptLabel = 'Accept', onAccept }: OpenCardProps) {
  const decline = useDeclineVacancy(vacancy);
  const actions = [
    vacancy.can.includes('request') ? (
      <Button key="accept" variant="filled" aria-haspopup="dialog" onClick={onAccept}>
        {acceptLabel}
      </Button>
    ) : null,
    vacancy.can.includes('decline') ? (
      <Button key="decline" variant="plain" onClick={() => decline.mutate()}>
        Decline
      </Button>
    ) : null,
  ].filter((action) => action !== null);
  return <VacancyCard vacancy={vacancy} now={now} names={['school', 'teacher']} actions={actions.length === 0 ? null : actions} />;
}

/** What a substitute covers or has asked for: confirm, withdraw, cancel. */
export function AssignmentCard({ vacancy, now }: { vacancy: Vacancy; now: Date }) {
  const { can } = vacancy;
  const [dialog, setDialog] = useState<'cancel' | 'cannot-come' | null>(null);
  const close = () => setDialog(null);
  const withdraw = useWithdrawRequest(vacancy);
  const confirm = useConfirmAssignment(vacancy);
  const cannotCome = useCannotCome(vacancy, close);
  const release = useRelease(vacancy, { title: 'Assignment cancelled', text: `${vacancy.schoolName} is told why.` }, close);
  const failure = withdraw.error ?? confirm.error;
  // An assignment that still waits for an answer is answered; only a confirmed one is cancelled.
  const canCancel = can.includes('release') && !can.includes('cannotCome');
  const actions = [
    can.includes('confirm') ? (
      <Button key="confirm" variant="filled" icon={icons.check} pending={confirm.isPending} onClick={() => confirm.mutate()}>
        Confirm
      </Button>
    ) : null,
    can.includes('cannotCome') ? (
      <Button key="cannot-come" onClick={() => setDialog('cannot-come')}>
        Can't come
      </Button>
    ) : null,
    can.includes('withdraw') ? (
      <Button key="withdraw" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Withdraw
      </Button>
    ) : null,
    canCancel ? (
      <Menu key="more" label={`More for ${vacancy.description}`} renderTrigger={(attributes) => <Button {...attributes}>More</Button>}>
        <MenuItem onClick={() => setDialog('cancel')}>Cancel assignment</MenuItem>
      </Menu>
    ) : null,
  ].filter((action) => action !== null);
  return (
    <>
      <VacancyCard
        vacancy={vacancy}
        now={now}
        names={['school', 'teacher']}
        past={hasEnded(vacancy, now)}
        badges={vacancy.confirmed === false ? <Badge tone="pending">Not confirmed yet</Badge> : null}
        actions={actions.length === 0 || isConflict(failure) ? null : actions}
      >
        {vacancy.schoolAddress === '' || vacancy.status !== 'filled' ? null : <p className="text-meta text-ink-3">{vacancy.schoolAddress}</p>}
        <ActFailure error={failure} />
      </VacancyCard>
      <ReasonDialog
        open={dialog === 'cancel'}
        onClose={close}
        onGive={(reason) => release.mutate(reason)}
        title="Cancel this assignment?"
        label="Why you cannot come"
        confirmLabel="Cancel assignment"
        pending={release.isPending}
        pendingText="Cancelling..."
        error={release.error === null ? undefined : sentenceOf(release.error)}
      >
        {vacancy.description} at {vacancy.schoolName} on {formatDate(vacancy.date)} opens again for others. {vacancy.teacherName} and the school read the reason.
      </ReasonDialog>
      <ConfirmDialog
        open={dialog === 'cannot-come'}
        onClose={close}
        onConfirm={() => cannotCome.mutate()}
        title={`You can't come on ${formatDate(vacancy.date)}?`}
        confirmLabel="Can't come"
        keepLabel="Back"
        pending={cannotCome.isPending}
        error={cannotCome.error === null ? undefined : sentenceOf(cannotCome.error)}
      >
        {vacancy.description} at {vacancy.schoolName} opens again for others. It does not count as a cancellation.
      </ConfirmDialog>
    </>
  );
}
