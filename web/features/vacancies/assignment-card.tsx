import { useState } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { useConfirmAssignment, useWithdrawRequest } from '#web/features/vacancies/own-changes.ts';
import { isConflict } from '#web/features/vacancies/conflict.ts';
import { ActFailure } from '#web/features/vacancies/conflict-line.tsx';
import { SchoolAddress } from '#web/features/vacancies/school-address.tsx';
import { VacancyCard } from '#web/features/vacancies/vacancy-card.tsx';
import { hasEnded } from '#web/features/vacancies/words.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { part } from '#web/ui/part.tsx';
import { Menu, MenuItem } from '#web/ui/popover.tsx';

const { Part: AssignmentDialog, useAhead: useDialogAhead } = part(async () => (await import('#web/features/vacancies/assignment-dialogs.tsx')).AssignmentDialog);

/** What a substitute covers or has asked for: confirm, withdraw, cancel. */
export function AssignmentCard({ vacancy, now }: { vacancy: Vacancy; now: Date }) {
  const { can } = vacancy;
  const [dialog, setDialog] = useState<'cancel' | 'cannot-come' | null>(null);
  useDialogAhead();
  const withdraw = useWithdrawRequest(vacancy);
  const confirm = useConfirmAssignment(vacancy);
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
        <SchoolAddress address={vacancy.schoolAddress} />
        {can.includes('cannotCome') ? <p className="text-label font-medium text-ink">{vacancy.schoolName} has assigned this to you. Can you come?</p> : null}
        <ActFailure error={failure} />
      </VacancyCard>
      {dialog === null ? null : <AssignmentDialog vacancy={vacancy} asks={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}
