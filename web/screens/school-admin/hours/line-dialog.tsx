import { useState } from 'react';
import { approveHours, correctHours, editHours, putEmployeeId, removeCorrection } from '#contract/hours.ts';
import { hourLimits } from '#domain/hours.ts';
import { centsOf, plainCents } from '#domain/pay.ts';
import { formatLongDate, formatTime, isTime } from '#domain/time.ts';
import { call, newAttempt } from '#web/api/client.ts';
import { CallError } from '#web/api/call-error.tsx';
import { ApiError } from '#web/api/errors.ts';
import { sending } from '#web/api/sending.ts';
import { type Counting, dot, type HourLine, payWords } from '#web/features/hours/hour-words.ts';
import { useHourCommand } from '#web/screens/school-admin/hours/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { changeInWords } from '#web/ui/form-state.ts';
import { useBlankForm, useForm } from '#web/ui/use-form.ts';

type LineDialogProps = { line: HourLine; counting: Counting; onClose: () => void };

/** One line: its times, which can be changed and approved. In a locked period, it is a correction. */
export function LineDialog(props: LineDialogProps) {
  const { line } = props;
  if (line.state === 'locked') return <CorrectionDialog {...props} />;
  return line.vacancyId === null || line.start === null || line.key.startsWith('w') ? (
    <LooseDialog {...props} />
  ) : (
    <TimesDialog {...props} />
  );
}

function valuesOf({ start, end, breakMinutes, accountCode, employeeId, note }: HourLine) {
  return {
    start: start ?? '',
    end: end ?? '',
    breakMinutes: String(breakMinutes),
    accountCode,
    employeeId: employeeId ?? '',
    note: note ?? '',
  };
}

type Values = ReturnType<typeof valuesOf>;

const names = ['start', 'end', 'breakMinutes', 'employeeId', 'accountCode', 'note'] as const;

function check({ start, end, breakMinutes }: Values) {
  return {
    ...(isTime(start) ? {} : { start: 'Enter a time.' }),
    ...(!isTime(end) ? { end: 'Enter a time.' } : end <= start ? { end: 'The end must be after the start.' } : {}),
    ...(/^\d{1,3}$/.test(breakMinutes.trim()) ? {} : { breakMinutes: 'Enter whole minutes.' }),
  };
}

type Sending = { reset?: boolean; approve?: boolean };

function TimesDialog({ line, counting, onClose }: LineDialogProps) {
  const [first] = useState(line.version);
  // What is approved is the line as it was shown with this version.
  const [shown, setShown] = useState(line);
  if (line.version > shown.version) setShown(line);
  const save = useHourCommand({
    send: async ({ reset = false, approve = false }: Sending) => {
      const { accountCode, note, employeeId } = values;
      const isEntered = ['start', 'end', 'breakMinutes'].some((name) => name in changes);
      const times = { start: values.start, end: values.end, breakMinutes: Number(values.breakMinutes) };
      if (approve)
        await call(approveHours, {
          body: { lines: [{ key: line.key, version: shown.version, minutes: shown.minutes, cents: shown.cents }] },
        });
      else if (reset || isEntered || 'accountCode' in changes || 'note' in changes)
        await call(editHours, {
          params: { key: line.key },
          body: {
            version,
            times: !reset && (isEntered || shown.isEntered) ? times : null,
            accountCode,
            note,
            ...('employeeId' in changes && { employeeId: employeeId.trim() || null }),
          },
        });
      // An employee ID alone changes nothing that was approved.
      else if ('employeeId' in changes)
        await call(putEmployeeId, { params: { id: line.substituteId }, body: { employeeId } });
      return approve;
    },
    done: (isApproved) => (isApproved ? '1 line approved' : 'Hours saved'),
    ownErrors: true,
  });
  const form = useForm({
    record: line,
    valuesOf,
    names,
    check,
    inWords: (name, theirs) =>
      name === 'start' || name === 'end' ? `to ${formatTime(theirs[name])}` : changeInWords(theirs[name]),
    pending: save.isPending,
  });
  const { values, changes, version = 0 } = form;
  const send = (what: Sending) => save.mutate(what, { onSuccess: onClose, onError: form.refuse });
  return (
    <FormDialog
      onClose={onClose}
      title={`${line.substituteName}, ${formatLongDate(line.date)}`}
      form={form}
      onSubmit={() => send(form.dirty || line.state === 'approved' ? {} : { approve: true })}
      submitLabel={form.dirty || line.state === 'approved' ? 'Save changes' : 'Approve'}
      {...sending(save, 'Saving...')}
      intro={<LineFacts line={line} counting={counting} />}
      changed={line.version === first || form.dirty ? null : 'Someone changed this line in the meantime.'}
    >
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        <Field label="Start" {...form.field('start')}>
          <Input type="time" {...form.text('start')} />
        </Field>
        <Field label="End" {...form.field('end')}>
          <Input type="time" {...form.text('end')} />
        </Field>
        <Field label="Break (minutes)" {...form.field('breakMinutes')}>
          <Input inputMode="numeric" {...form.text('breakMinutes')} />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field label="Employee ID" optional {...form.field('employeeId')}>
          <Input maxLength={hourLimits.employeeId} {...form.text('employeeId')} />
        </Field>
        <Field label="Account code" optional {...form.field('accountCode')}>
          <Input maxLength={30} {...form.text('accountCode')} />
        </Field>
      </div>
      <Field label="Note" optional hint="The substitute sees it." {...form.field('note')}>
        <Textarea rows={2} maxLength={hourLimits.note} {...form.text('note')} />
      </Field>
      {line.isEntered ? (
        <div>
          <Button variant="plain" pending={save.isPending} onClick={() => send({ reset: true })}>
            Use the planned times again
          </Button>
        </div>
      ) : null}
    </FormDialog>
  );
}

function LineFacts({ line, counting }: { line: HourLine; counting: Counting }) {
  return (
    <>
      {line.words === null ? null : (
        <Banner
          tone={line.answer === 'disputed' ? 'pending' : 'note'}
          title={line.answer === 'disputed' ? 'The substitute disputes this' : 'The substitute wrote'}
        >
          {line.words}
        </Banner>
      )}
      <Facts
        facts={[
          { label: 'Class', value: [line.title, line.teacherName].filter((text) => text !== null).join(dot) },
          { label: 'Pays', value: payWords(line, counting).join(dot) },
          ...(line.approvedBy === null ? [] : [{ label: 'Approved by', value: line.approvedBy }]),
        ]}
      />
    </>
  );
}

/** Shows a correction, or an approved day whose class was deleted afterward. */
function LooseDialog({ line, counting, onClose }: LineDialogProps) {
  const isCorrection = line.kind === 'correction';
  const settle = useHourCommand({
    send: async () => {
      if (isCorrection) await call(removeCorrection, { params: { key: line.key } });
      else
        await call(approveHours, {
          body: { lines: [{ key: line.key, version: line.version, minutes: line.minutes, cents: line.cents }] },
        });
      return { ok: true } as const;
    },
    done: () => (isCorrection ? 'Correction removed' : 'Line removed'),
    ownErrors: true,
  });
  return (
    <Dialog
      onClose={onClose}
      title={`${line.substituteName}, ${formatLongDate(line.date)}`}
      footer={
        <>
          <CloseButton>Close</CloseButton>
          <Button
            variant="danger"
            pending={settle.isPending}
            onClick={() => settle.mutate(undefined, { onSuccess: onClose })}
          >
            {isCorrection ? 'Remove correction' : 'Remove line'}
          </Button>
        </>
      }
    >
      <p>
        {isCorrection
          ? `A correction of a locked period: ${line.note ?? ''}`
          : 'This day was approved. Since then its class was deleted, or no one covered it. Removing the line pays nothing for it.'}
      </p>
      <LineFacts line={line} counting={counting} />
      <CallError error={settle.error} />
    </Dialog>
  );
}

const wholeNumber = /^[-−]?\d{1,4}$/;
const numberOf = (text: string) => Number(text.trim().replace('−', '-'));

function CorrectionDialog({ line, counting, onClose }: LineDialogProps) {
  const { difference } = line;
  const [attempt] = useState(newAttempt);
  const signed = (text: string) => {
    const isLess = /^[-−]/.test(text.trim());
    const cents = centsOf(text.trim().replace(/^[-−]/, ''));
    return cents === null ? null : isLess ? -cents : cents;
  };
  const unitName = counting.unit === 'day' ? 'Half days' : 'Class periods';
  const form = useBlankForm(
    {
      minutes: String(difference?.minutes ?? 0),
      units: String(difference?.units ?? 0),
      amount: plainCents(difference?.cents ?? 0),
      note: '',
    },
    ({ minutes, units, amount, note }) => ({
      ...(wholeNumber.test(minutes.trim()) ? {} : { minutes: 'Enter whole minutes, such as 30 or -30.' }),
      ...(counting.unit === 'hour' || wholeNumber.test(units.trim()) ? {} : { units: 'Enter a whole number.' }),
      ...(signed(amount) === null ? { amount: 'Enter an amount such as 80.00 or -80.00.' } : {}),
      ...(note.trim() === '' ? { note: 'Say what was wrong.' } : {}),
    }),
  );
  const { values } = form;
  const correct = useHourCommand({
    send: () => {
      const minutes = numberOf(values.minutes);
      return call(correctHours, {
        body: {
          key: line.key,
          minutes,
          units: counting.unit === 'hour' ? minutes : numberOf(values.units),
          cents: signed(values.amount) ?? 0,
          note: values.note,
        },
        idempotencyKey: attempt,
      });
    },
    done: () => 'Correction entered in the current period',
    ownErrors: true,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`${line.substituteName}, ${formatLongDate(line.date)}`}
      form={form}
      onSubmit={() =>
        correct.mutate(undefined, {
          onSuccess: onClose,
          onError: (error) => error instanceof ApiError && form.refuse(error),
        })
      }
      submitLabel="Enter correction"
      {...sending(correct, 'Entering...')}
      intro={
        <>
          {difference === null ? null : (
            <Banner tone="pending" title="This line should have paid a different amount">
              The day has changed since the period was locked. The difference is filled in below.
            </Banner>
          )}
          <LineFacts line={line} counting={counting} />
        </>
      }
    >
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        <Field label="Minutes" {...form.field('minutes')}>
          <Input {...form.text('minutes')} />
        </Field>
        {counting.unit === 'hour' ? null : (
          <Field label={unitName} {...form.field('units')}>
            <Input {...form.text('units')} />
          </Field>
        )}
        {counting.hasMoney ? (
          <Field label="Amount" {...form.field('amount')}>
            <Input inputMode="text" {...form.text('amount')} />
          </Field>
        ) : null}
      </div>
      <Field label="What was wrong" hint="The substitute sees it." {...form.field('note')}>
        <Textarea rows={2} maxLength={hourLimits.note} {...form.text('note')} />
      </Field>
    </FormDialog>
  );
}
