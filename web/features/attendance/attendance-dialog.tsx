import { useState, type FormEvent } from 'react';
import type { AttendedClassReply } from '#contract/attendance.ts';
import { attendanceLimits } from '#domain/attendance.ts';
import { isTime, localTime } from '#domain/time.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useRecord } from '#web/features/attendance/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

type AttendanceDialogProps = {
  act: 'late' | 'left';
  of: AttendedClassReply;
  title: string;
  zone: string;
  onClose: () => void;
};

/** Asks how late someone came, or when they left. It is mounted while it is open. */
export function AttendanceDialog({ act, of, title, zone, onClose }: AttendanceDialogProps) {
  const record = useRecord(of, zone, onClose);
  const [start] = useState(() => (act === 'left' ? localTime(new Date(), zone) : ''));
  const [value, setValue] = useState(start);
  const [note, setNote] = useState(of.attendance?.note ?? '');
  const [missing, setMissing] = useState(false);
  const refused = record.error instanceof ApiError ? record.error.fields[act === 'late' ? 'minutes' : 'at'] : undefined;
  const minutes = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  const isGiven = act === 'late' ? minutes > 0 : isTime(value);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (record.isPending) return;
    setMissing(!isGiven);
    if (!isGiven) event.currentTarget.querySelector('input')?.focus();
    else record.mutate({ act, note, ...(act === 'late' ? { minutes } : { at: value }) });
  };
  const sentence =
    act === 'late' ? 'Enter how many minutes after the start they came.' : 'Enter the time at which they left.';
  return (
    <Dialog
      open
      isPrompt
      onClose={onClose}
      onSubmit={submit}
      dirty={value !== start || note.trim() !== (of.attendance?.note ?? '')}
      title={act === 'late' ? 'How late?' : 'When did they leave?'}
      subtitle={`${of.substituteName}, ${title}`}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" variant="filled" pending={record.isPending} pendingText="Saving...">
            Save attendance
          </Button>
        </>
      }
    >
      <Field label={act === 'late' ? 'Minutes after the start' : 'Left at'} error={missing ? sentence : refused}>
        <Input
          data-autofocus=""
          {...(act === 'late' ? { inputMode: 'numeric', maxLength: 4 } : { type: 'time' })}
          className="max-w-36"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Field label="Note" optional hint="The substitute reads it, too.">
        <Input maxLength={attendanceLimits.note} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {record.isError && refused === undefined ? (
        <Banner tone="danger" live>
          {sentenceOf(record.error)}
        </Banner>
      ) : null}
    </Dialog>
  );
}
