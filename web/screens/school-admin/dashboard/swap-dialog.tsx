import { skipToken, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { getSwapDays, swapSubstitutes } from '#contract/vacancy-swap.ts';
import { asksAgain } from '#domain/edit.ts';
import { daysInWords } from '#domain/job-days.ts';
import { formatDate, formatTimeRange } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { CallError } from '#web/api/call-error.tsx';
import { useCommand } from '#web/api/use-command.ts';
import { boardQuery, type BoardLine } from '#web/features/reports/queries.ts';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import { JobDaysChoice } from '#web/features/vacancies/release/job-days-choice.tsx';
import type { VacancyDialogProps } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { Button } from '#web/ui/button.tsx';
import { Radio } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { FieldGroup } from '#web/ui/field.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';

/** Swaps the substitute of this class with the one of another class of the day. It is mounted while it is open. */
export function SwapDialog({ vacancy, current, onClose }: VacancyDialogProps) {
  const { date, substitute, description, startTime, endTime } = vacancy;
  const [chosen, choose] = useState<number | null>(null);
  const board = useQuery(boardQuery(date));
  const others = (board.data?.lines ?? []).filter(
    (line) => line.can.includes('swap') && line.id !== vacancy.id && line.substitute?.id !== substitute?.id,
  );
  const other = others.find(({ id }) => id === chosen);
  const [onlyThisDay, chooseDays] = useState(true);
  const shared = useSharedDays(vacancy, other);
  const swap = useSwap(vacancy, other, onClose);
  const isGone = current === null && !swap.isPending;
  const submit = () => {
    if (other === undefined || shared.isLoading || swap.isPending || isGone) return;
    swap.mutate({ id: other.id, allDays: !onlyThisDay && shared.together !== null });
  };
  const error = swap.error ?? board.error;
  return (
    <Dialog
      onClose={onClose}
      onSubmit={submit}
      // Choosing again takes one tap.
      dirty={false}
      changed={swap.isPending ? null : whatChanged(vacancy, current)}
      title="Swap substitutes"
      subtitle={`${description}, ${formatDate(date)}, ${formatTimeRange(startTime, endTime)}`}
      footer={
        <>
          <CloseButton>{isGone ? 'Close' : 'Cancel'}</CloseButton>
          <Button
            type="submit"
            variant="filled"
            disabled={other === undefined || shared.isLoading}
            pending={swap.isPending}
            pendingText="Swapping..."
            isDone={isGone}
          >
            Swap substitutes
          </Button>
        </>
      }
    >
      <Loading when={board.isPending} label="Loading the classes" skeleton={<SkeletonRows plain />}>
        {() =>
          others.length === 0 ? (
            <p className="text-label text-ink-2">No other class of this day has a substitute to swap with.</p>
          ) : (
            <Others lines={others} name={substitute?.fullName ?? 'The substitute'} chosen={chosen} onChoose={choose} />
          )
        }
      </Loading>
      {other === undefined ? null : (
        <p role="status" className="text-label text-ink-2">
          {asksAgain({ date, startTime, endTime }, { date, startTime: other.startTime, endTime: other.endTime })
            ? 'We’ll notify both. Because their times change, we’ll ask them to confirm again.'
            : 'We’ll notify both.'}
        </p>
      )}
      {other !== undefined && vacancy.job && !shared.isLoading && shared.together === null ? (
        <p className="text-label text-ink-2">{vacancy.job.sentence}. They’ll swap only on this day.</p>
      ) : null}
      <JobDaysChoice
        label="Days to swap"
        vacancy={vacancy}
        all="All days that they can swap"
        together={shared.together}
        onlyThisDay={onlyThisDay}
        onChoose={chooseDays}
      />
      <CallError error={error} />
    </Dialog>
  );
}

type OthersProps = {
  lines: readonly BoardLine[];
  name: string;
  chosen: number | null;
  onChoose: (id: number) => void;
};

function Others({ lines, name, chosen, onChoose }: OthersProps) {
  const group = useId();
  return (
    <FieldGroup label={`Swap ${name} with`}>
      {lines.map(({ id, substitute, description, startTime, endTime }) => (
        <Radio
          key={id}
          name={group}
          label={substitute?.fullName ?? ''}
          hint={
            <>
              {description}, <span className="whitespace-nowrap">{formatTimeRange(startTime, endTime)}</span>
            </>
          }
          checked={id === chosen}
          onChange={() => onChoose(id)}
        />
      ))}
    </FieldGroup>
  );
}

/** Returns all days on which both substitutes can swap, in words. They are null if there is only this one. */
function useSharedDays(vacancy: Vacancy, other: BoardLine | undefined) {
  const { id } = vacancy;
  const days = useQuery({
    queryKey: ['vacancies', 'swap', id, other?.id],
    queryFn:
      other === undefined || !vacancy.job
        ? skipToken
        : ({ signal }) => call(getSwapDays, { params: { id }, query: { with: String(other.id) }, signal }),
  });
  return { isLoading: days.isLoading, together: daysInWords(days.data?.dates ?? []) };
}

function useSwap(vacancy: Vacancy, other: BoardLine | undefined, close: () => void) {
  return useCommand({
    send: ({ id, allDays }: { id: number; allDays: boolean }) =>
      call(swapSubstitutes, { params: { id: vacancy.id }, body: { with: id, ...(allDays ? { allDays } : {}) } }),
    toast: {
      title: 'Substitutes swapped',
      text: `${other?.substitute?.fullName ?? 'The other substitute'} now covers ${vacancy.description}.`,
    },
    onDone: close,
    changes: ['vacancies'],
  });
}
