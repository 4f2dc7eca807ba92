import { useState, type FormEvent } from 'react';
import { putAvailability } from '#contract/users.ts';
import type { DateStatus, dateStatuses } from '#domain/availability.ts';
import { formatDate } from '#domain/time.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { type SingleDate, statusWords, useClearDate, useSetDate } from '#web/features/availability/dates.ts';
import { StaysThatDay } from '#web/screens/substitute/my-availability/own-bookings.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Radio } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';

const hints: Record<DateStatus, string> = {
  available: 'Offer me vacancies on this day, whatever my weekly availability says.',
  preferred: 'I would like to work on this day.',
  unavailable: 'Don’t offer me vacancies on this day.',
};
const order = ['available', 'preferred', 'unavailable'] as const satisfies readonly (typeof dateStatuses)[number][];

type DateDialogProps = { date: string; record: SingleDate | undefined; onClose: () => void };

/** Sets one date exception. */
export function DateDialog({ date, record, onClose }: DateDialogProps) {
  // The exception when this opened.
  const [start] = useState({ status: record?.status ?? 'unavailable', notes: record?.notes ?? '' });
  const [status, setStatus] = useState<DateStatus>(start.status);
  const [notes, setNotes] = useState(start.notes);
  const [error, setError] = useState<string | undefined>();
  const set = useSetDate();
  const clear = useClearDate();
  const pending = set.isPending || clear.isPending;
  const failure = set.error ?? clear.error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { date, status, notes };
    const problem = problemsOf(putAvailability.body, body, ['notes']).notes;
    const field = event.currentTarget.querySelector('textarea');
    const refuse = (sentence: string | undefined) => {
      setError(sentence);
      if (sentence !== undefined) field?.focus();
    };
    refuse(problem);
    if (problem === undefined && !pending)
      set.mutate(body, {
        onSuccess: onClose,
        onError: (failed) => refuse(failed instanceof ApiError ? failed.fields['notes'] : undefined),
      });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={formatDate(date)}
      dirty={notes !== start.notes || status !== start.status}
      footer={
        <>
          {record ? (
            <Button
              variant="danger-plain"
              pending={clear.isPending}
              onClick={() => clear.mutate(date, { onSuccess: onClose })}
              className="md:mr-auto"
            >
              Clear
            </Button>
          ) : null}
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" variant="filled" pending={set.isPending} pendingText="Saving...">
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
      <FieldGroup label="On this day">
        {order.map((value) => (
          <Radio
            key={value}
            name="status"
            value={value}
            checked={status === value}
            onChange={() => setStatus(value)}
            label={statusWords[value]}
            hint={hints[value]}
            data-autofocus={status === value ? '' : undefined}
          />
        ))}
      </FieldGroup>
      {status === 'unavailable' ? <StaysThatDay date={date} /> : null}
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
