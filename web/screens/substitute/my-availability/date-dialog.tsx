import { useState, type FormEvent } from 'react';
import { putAvailability } from '#contract/availability.ts';
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
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Radio } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';

const hints: Record<DateChoice, string> = {
  available: 'Offer me vacancies on this day, whatever my weekly availability says.',
  morning: 'Offer me morning classes.',
  afternoon: 'Offer me afternoon classes.',
  preferred: 'I would like to work on this day.',
  unavailable: 'Don’t offer me vacancies on this day.',
};
const order = [
  'available',
  'morning',
  'afternoon',
  'preferred',
  'unavailable',
] as const satisfies readonly DateChoice[];

type DateDialogProps = {
  date: string;
  /** The last date that can be set. */
  furthest: string;
  record: SingleDate | undefined;
  onClose: () => void;
};

/** Edits the exception of one date, or of several in a row. */
export function DateDialog({ date, furthest, record, onClose }: DateDialogProps) {
  // The exception when this opened.
  const [start] = useState({
    choice: record ? choiceOf(record) : ('unavailable' as const),
    notes: record?.notes ?? '',
  });
  const [choice, setChoice] = useState<DateChoice>(start.choice);
  const [lastDate, setLastDate] = useState('');
  const [notes, setNotes] = useState(start.notes);
  const [error, setError] = useState<string | undefined>();
  const set = useSetDate();
  const setRange = useSetRange();
  const clear = useClearDate();
  const isRange = lastDate !== '' && lastDate !== date;
  const isBackwards = isRange && lastDate < date;
  const saving = set.isPending || setRange.isPending;
  const pending = saving || clear.isPending;
  const failure = set.error ?? setRange.error ?? clear.error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { date, notes, ...partsOf(choice) };
    const problem = problemsOf(putAvailability.body, body, ['notes']).notes;
    const field = event.currentTarget.querySelector('textarea');
    const refuse = (sentence: string | undefined) => {
      setError(sentence);
      if (sentence !== undefined) field?.focus();
    };
    refuse(problem);
    if (problem !== undefined || pending || isBackwards) return;
    const after = {
      onSuccess: onClose,
      onError: (failed: unknown) => refuse(failed instanceof ApiError ? failed.fields['notes'] : undefined),
    };
    if (isRange) setRange.mutate({ from: date, to: lastDate, choice, notes }, after);
    else set.mutate({ date, choice, notes }, after);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={formatDate(date)}
      dirty={notes !== start.notes || choice !== start.choice || isRange}
      footer={
        <>
          {record || isRange ? (
            <Button
              variant="danger-plain"
              pending={clear.isPending || (setRange.isPending && setRange.variables.choice === null)}
              disabled={isBackwards}
              onClick={() =>
                isRange
                  ? setRange.mutate({ from: date, to: lastDate, choice: null, notes: '' }, { onSuccess: onClose })
                  : clear.mutate(date, { onSuccess: onClose })
              }
              className="md:mr-auto"
            >
              Clear
            </Button>
          ) : null}
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" variant="filled" pending={saving} pendingText="Saving...">
            Save
          </Button>
        </>
      }
    >
      {failure !== null && !pending ? (
        <Banner tone="danger" live title="Not saved">
          {sentenceOf(failure)}
        </Banner>
      ) : null}
      <Field
        label="Last Day"
        optional
        hint="For several days in a row, such as a vacation"
        error={isBackwards ? 'The last day can’t be before the first.' : undefined}
      >
        <Input
          type="date"
          min={date}
          max={furthest}
          value={lastDate}
          onChange={(event) => setLastDate(event.target.value)}
        />
      </Field>
      <FieldGroup label={isRange ? 'On these days' : 'On this day'}>
        {order.map((value) => (
          <Radio
            key={value}
            name="choice"
            value={value}
            checked={choice === value}
            onChange={() => setChoice(value)}
            label={statusWords[value]}
            hint={hints[value]}
            data-autofocus={choice === value ? '' : undefined}
          />
        ))}
      </FieldGroup>
      {choice === 'unavailable' ? <StaysThatDay from={date} to={isRange && !isBackwards ? lastDate : date} /> : null}
      <Field label="Notes" optional error={error}>
        <Textarea
          name="notes"
          rows={3}
          value={notes}
          onChange={(event) => {
            setNotes(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
    </Dialog>
  );
}
