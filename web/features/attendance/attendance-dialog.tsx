import { useState } from 'react';
import type { AttendedClassReply } from '#contract/attendance.ts';
import { attendanceLimits } from '#domain/attendance.ts';
import { isTime, localTime } from '#domain/time.ts';
import { sending } from '#web/api/sending.ts';
import { useRecord } from '#web/features/attendance/use-record.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

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
  const form = useBlankForm({ minutes: '', at: start, note: of.attendance?.note ?? '' }, ({ minutes, at }) => {
    if (act === 'left') return isTime(at) ? {} : { at: 'Enter the time at which they left.' };
    const isGiven = /^\d{1,4}$/.test(minutes) && Number(minutes) > 0;
    return isGiven ? {} : { minutes: 'Enter how many minutes after the start they came.' };
  });
  const submit = () => {
    const { minutes, at, note } = form.values;
    record.mutate({ act, note, ...(act === 'late' ? { minutes: Number(minutes) } : { at }) }, { onError: form.refuse });
  };
  return (
    <FormDialog
      isPrompt
      onClose={onClose}
      title={act === 'late' ? 'How late?' : 'When did they leave?'}
      subtitle={`${of.substituteName}, ${title}`}
      form={form}
      onSubmit={submit}
      submitLabel="Save attendance"
      {...sending(record, 'Saving...')}
    >
      {act === 'late' ? (
        <Field {...form.field('minutes')} label="Minutes after the start">
          <Input {...form.text('minutes')} data-autofocus="" inputMode="numeric" maxLength={4} className="max-w-36" />
        </Field>
      ) : (
        <Field {...form.field('at')} label="Left at">
          <Input {...form.text('at')} data-autofocus="" type="time" className="max-w-36" />
        </Field>
      )}
      <Field {...form.field('note')} label="Note" optional hint="The substitute reads it, too.">
        <Input {...form.text('note')} maxLength={attendanceLimits.note} />
      </Field>
    </FormDialog>
  );
}
