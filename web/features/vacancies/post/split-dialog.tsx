import { useState } from 'react';
import { splitVacancy } from '#contract/vacancy-split.ts';
import type { SplitHalf } from '#domain/split.ts';
import { addMinutes, formatDate, formatTimeRange, minutesOf } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { sending } from '#web/api/sending.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { useCommand } from '#web/api/use-command.ts';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import type { VacancyDialogProps } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { Radio } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

type SplitOf = { at: string; keeps: SplitHalf };

/** Splits a class into two. A booked substitute keeps the chosen half. It is mounted while it is open. */
export function SplitDialog({ vacancy, current, onClose }: VacancyDialogProps) {
  // The class as it is now, whose change the dialog says. Otherwise, the split would be refused until it is opened
  // again.
  const { startTime, endTime, substitute, description, date, version, job } = current ?? vacancy;
  const [blank] = useState<SplitOf>(() => ({ at: middleOf(startTime, endTime), keeps: 'first' }));
  const isBetween = (at: string) => at > startTime && at < endTime;
  const form = useBlankForm(blank, ({ at }) =>
    isBetween(at) ? {} : { at: 'Choose a time between the start and the end of the class.' },
  );
  const { at, keeps } = form.values;
  const keyFor = useAttempts();
  const split = useCommand({
    send: (chosen: SplitOf) => {
      const body = { ...chosen, ...(version === undefined ? {} : { version }) };
      return call(splitVacancy, { params: { id: vacancy.id }, body, idempotencyKey: keyFor(body) });
    },
    toast: {
      title: 'Class split',
      text:
        substitute === null
          ? `${description} is now two open vacancies.`
          : `${substitute.fullName} keeps one half. The other is open.`,
    },
    onDone: onClose,
    changes: ['vacancies'],
  });
  const half = (which: SplitHalf) =>
    isBetween(at) ? formatTimeRange(which === 'first' ? startTime : at, which === 'first' ? at : endTime) : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={`Split ${description}`}
      subtitle={`${formatDate(date)}, ${formatTimeRange(startTime, endTime)}`}
      form={form}
      onSubmit={() => split.mutate(form.values, { onError: form.refuse })}
      submitLabel="Split class"
      {...sending(split, 'Splitting...')}
      changed={whatChanged(vacancy, current)}
      isGone={current === null && !split.isPending}
    >
      <Field {...form.field('at')} label="Split at">
        <Input {...form.text('at')} type="time" min={startTime} max={endTime} />
      </Field>
      {substitute === null ? null : (
        <FieldGroup label={`${substitute.fullName} keeps`}>
          <Radio
            name="keeps"
            label="The first half"
            hint={half('first')}
            checked={keeps === 'first'}
            onChange={() => form.set({ keeps: 'first' })}
          />
          <Radio
            name="keeps"
            label="The second half"
            hint={half('second')}
            checked={keeps === 'second'}
            onChange={() => form.set({ keeps: 'second' })}
          />
        </FieldGroup>
      )}
      {current === null ? null : (
        <>
          <p className="text-label text-ink-2">
            {substitute === null
              ? 'Both halves stay open.'
              : `We’ll ask ${substitute.fullName} to confirm the new times, and offer the other half to everyone else who is free.`}
          </p>
          {job ? (
            <p className="text-label text-ink-2">
              {job.sentence}. Only this day is split. {substitute === null ? 'The first' : 'The substitute’s'} half
              stays in the job, and the other one becomes a separate vacancy.
            </p>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

/** Returns the middle of a class, rounded down to the half hour. */
function middleOf(start: string, end: string): string {
  const middle = (minutesOf(end) - minutesOf(start)) / 2;
  const onHalfHour = Math.floor((minutesOf(start) + middle) / 30) * 30 - minutesOf(start);
  return addMinutes(start, onHalfHour > 0 ? onHalfHour : Math.floor(middle));
}
