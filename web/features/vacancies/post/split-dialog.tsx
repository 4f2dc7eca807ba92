import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { splitVacancy } from '#contract/vacancy-split.ts';
import type { SplitHalf } from '#domain/split.ts';
import { addMinutes, formatDate, formatTimeRange, minutesOf } from '#domain/time.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Radio } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { showToast } from '#web/ui/toast.ts';

type SplitDialogProps = {
  vacancy: Vacancy;
  /** The current vacancy. It is null if it was deleted, undefined while that is unknown. */
  current: Vacancy | null | undefined;
  onClose: () => void;
};

/** Splits a class into two. A booked substitute keeps the chosen half. It is mounted while it is open. */
export function SplitDialog({ vacancy, current, onClose }: SplitDialogProps) {
  const { startTime, endTime, substitute, description } = vacancy;
  const [middle] = useState(() => middleOf(startTime, endTime));
  const [at, setAt] = useState(middle);
  const [keeps, keep] = useState<SplitHalf>('first');
  const queries = useQueryClient();
  const keyFor = useAttempts();
  const split = useMutation({
    mutationFn: () => {
      const body = { at, keeps };
      return call(splitVacancy, { params: { id: vacancy.id }, body, idempotencyKey: keyFor(body) });
    },
    onSuccess: () => {
      showToast({
        title: 'Class split',
        text:
          substitute === null
            ? `${description} is now two open vacancies.`
            : `${substitute.fullName} keeps one half. The other is open.`,
      });
      onClose();
      return changed(queries, 'vacancies');
    },
  });
  const isBetween = at > startTime && at < endTime;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBetween && !split.isPending) split.mutate();
  };
  const half = (which: SplitHalf) =>
    isBetween ? formatTimeRange(which === 'first' ? startTime : at, which === 'first' ? at : endTime) : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      dirty={at !== middle || keeps !== 'first'}
      changed={split.isPending ? null : whatChanged(vacancy, current)}
      title={`Split ${description}`}
      subtitle={`${formatDate(vacancy.date)}, ${formatTimeRange(startTime, endTime)}`}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button
            type="submit"
            variant="filled"
            disabled={!isBetween}
            pending={split.isPending}
            pendingText="Splitting..."
          >
            Split class
          </Button>
        </>
      }
    >
      <Field
        label="Split at"
        error={isBetween ? undefined : 'Choose a time between the start and the end of the class.'}
      >
        <Input type="time" min={startTime} max={endTime} value={at} onChange={(event) => setAt(event.target.value)} />
      </Field>
      {substitute === null ? null : (
        <FieldGroup label={`${substitute.fullName} keeps`}>
          <Radio
            name="keeps"
            label="The first half"
            hint={half('first')}
            checked={keeps === 'first'}
            onChange={() => keep('first')}
          />
          <Radio
            name="keeps"
            label="The second half"
            hint={half('second')}
            checked={keeps === 'second'}
            onChange={() => keep('second')}
          />
        </FieldGroup>
      )}
      <p className="text-label text-ink-2">
        {substitute === null
          ? 'Both halves stay open.'
          : `We’ll ask ${substitute.fullName} to confirm the new times, and offer the other half to everyone else who is free.`}
      </p>
      {vacancy.job ? (
        <p className="text-label text-ink-2">
          {vacancy.job.sentence}. Only this day is split. {substitute === null ? 'The first' : 'The substitute’s'} half
          stays in the job, and the other one becomes a separate vacancy.
        </p>
      ) : null}
      {split.error ? (
        <Banner tone="danger" live>
          {sentenceOf(split.error)}
        </Banner>
      ) : null}
    </Dialog>
  );
}

/** Returns the middle of a class, rounded down to the half hour. */
function middleOf(start: string, end: string): string {
  const middle = (minutesOf(end) - minutesOf(start)) / 2;
  const onHalfHour = Math.floor((minutesOf(start) + middle) / 30) * 30 - minutesOf(start);
  return addMinutes(start, onHalfHour > 0 ? onHalfHour : Math.floor(middle));
}
