import { useState } from 'react';
import { putAvailability } from '#contract/availability-changes.ts';
import type { DateChoice } from '#domain/availability.ts';
import { formatDate } from '#domain/time.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import {
  partsOf,
  type SingleDate,
  useClearDate,
  useSetDate,
  useSetRange,
} from '#web/screens/substitute/my-availability/dates.ts';
import { choiceOf, statusWords } from '#web/words/availability.ts';
import { StaysThatDay } from '#web/screens/substitute/my-availability/own-bookings.tsx';
import { ReplacedDates } from '#web/screens/substitute/my-availability/replaced-dates.tsx';
import { Button } from '#web/ui/button.tsx';
import { Radio } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

/** The meaning of each choice. `when` is 'on this day' or 'on these days'. */
const hintsFor = (when: string): Record<DateChoice, string> => ({
  available: `Offer me vacancies ${when}, whatever my weekly availability says.`,
  morning: 'Offer me morning classes.',
  afternoon: 'Offer me afternoon classes.',
  preferred: `I would like to work ${when}.`,
  unavailable: `Don’t offer me vacancies ${when}.`,
});
const order = [
  'available',
  'morning',
  'afternoon',
  'preferred',
  'unavailable',
] as const satisfies readonly DateChoice[];

type Values = { lastDate: string; choice: DateChoice; notes: string };
type DateDialogProps = {
  date: string;
  /** The last date that can be set. */
  furthest: string;
  record: SingleDate | undefined;
  onClose: () => void;
};

/** Edits the exception of one date, or of several in a row. */
export function DateDialog({ date, furthest, record, onClose }: DateDialogProps) {
  const [start] = useState<Values>(() => ({
    lastDate: '',
    choice: record ? choiceOf(record) : 'unavailable',
    notes: record?.notes ?? '',
  }));
  const form = useBlankForm(start, ({ lastDate, choice, notes }) => ({
    ...(lastDate !== '' && lastDate < date && { lastDate: 'The last day can’t be before the first.' }),
    ...problemsOf(putAvailability.body, { date, notes, ...partsOf(choice) }, ['notes']),
  }));
  const { lastDate, choice, notes } = form.values;
  const set = useSetDate();
  const setRange = useSetRange();
  const clear = useClearDate();
  const isRange = lastDate !== '' && lastDate !== date;
  const hints = hintsFor(isRange ? 'on these days' : 'on this day');
  const isBackwards = isRange && lastDate < date;
  const failure = set.error ?? setRange.error ?? clear.error;
  const onError = (error: unknown) => {
    if (error instanceof ApiError) form.refuse(error);
  };
  const after = { onSuccess: onClose, onError };
  const submit = () => {
    if (isRange) setRange.mutate({ from: date, to: lastDate, choice, notes }, after);
    else set.mutate({ date, choice, notes }, after);
  };
  const empty = () => {
    if (isRange) setRange.mutate({ from: date, to: lastDate, choice: null, notes: '' }, after);
    else clear.mutate(date, after);
  };
  const isClearing = clear.isPending || (setRange.isPending && setRange.variables.choice === null);
  return (
    <FormDialog
      onClose={onClose}
      title={formatDate(date)}
      form={form}
      onSubmit={submit}
      submitLabel="Save"
      otherAction={
        record || isRange ? (
          <Button
            variant="danger-plain"
            pending={isClearing}
            disabled={isBackwards}
            onClick={empty}
            className="md:mr-auto"
          >
            Clear
          </Button>
        ) : null
      }
      pending={set.isPending || setRange.isPending || clear.isPending}
      pendingText="Saving..."
      failure={failure === null ? undefined : sentenceOf(failure)}
      failureTitle="Not saved"
    >
      <Field
        {...form.field('lastDate')}
        error={form.found.lastDate}
        label="Last Day"
        optional
        hint="For several days in a row, such as a vacation"
      >
        <Input {...form.text('lastDate')} type="date" min={date} max={furthest} />
      </Field>
      <FieldGroup label={isRange ? 'On these days' : 'On this day'}>
        {order.map((value) => (
          <Radio
            key={value}
            name="choice"
            value={value}
            checked={choice === value}
            onChange={() => form.set({ choice: value })}
            label={statusWords[value]}
            hint={hints[value]}
            data-autofocus={choice === value ? '' : undefined}
          />
        ))}
      </FieldGroup>
      {choice === 'unavailable' ? <StaysThatDay from={date} to={isRange && !isBackwards ? lastDate : date} /> : null}
      {isRange && !isBackwards && lastDate <= furthest ? (
        <ReplacedDates from={date} to={lastDate} choice={choice} notes={notes} />
      ) : null}
      <Field {...form.field('notes')} label="Notes" optional>
        <Textarea {...form.text('notes')} rows={3} />
      </Field>
    </FormDialog>
  );
}
