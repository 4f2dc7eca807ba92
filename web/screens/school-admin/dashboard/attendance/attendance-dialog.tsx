import { useState } from 'react';
import type { AttendanceReply } from '#contract/attendance.ts';
import { attendanceLimits } from '#domain/attendance.ts';
import { isTime, localTime } from '#domain/time.ts';
import { sending } from '#web/api/sending.ts';
import { type AttendanceDialogProps, useRecord } from '#web/screens/school-admin/dashboard/attendance/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { useForm } from '#web/ui/use-form.ts';

type TimedDialogProps = AttendanceDialogProps & {
  act: 'late' | 'left';
  /** The current record, and a sentence about it if it is newer than the one of the class. */
  saved: AttendanceReply | null;
  recorded: string | null;
};

const names = ['minutes', 'at', 'note'] as const;

/** Asks how late someone came, or when they left. */
export function AttendanceDialog({ act, of, saved, recorded, title, zone, changed, onClose }: TimedDialogProps) {
  const record = useRecord(of, zone, onClose);
  const [start] = useState(() => (act === 'left' ? localTime(new Date(), zone) : ''));
  const form = useForm({
    record: saved ?? { note: null, version: 0 },
    valuesOf: ({ note }: Pick<AttendanceReply, 'note' | 'version'>) => ({ minutes: '', at: start, note: note ?? '' }),
    names,
    check: ({ minutes, at }) => {
      if (act === 'left') return isTime(at) ? {} : { at: 'Enter the time at which they left.' };
      const isGiven = /^\d{1,4}$/.test(minutes) && Number(minutes) > 0;
      return isGiven ? {} : { minutes: 'Enter how many minutes after the start they came.' };
    },
    pending: record.isPending,
  });
  const submit = () => {
    const { minutes, at, note } = form.values;
    const time = act === 'late' ? { minutes: Number(minutes) } : { at };
    record.mutate({ act, note, ...time, version: saved?.version ?? 0 }, { onError: form.refuse });
  };
  return (
    <FormDialog
      onClose={onClose}
      changed={changed}
      title={act === 'late' ? 'How late?' : 'When did they leave?'}
      subtitle={`${of.substituteName}, ${title}`}
      form={form}
      onSubmit={submit}
      submitLabel="Save attendance"
      {...sending(record, 'Saving...')}
      intro={
        recorded === null || record.isPending ? null : (
          <Banner tone="pending" live>
            {recorded} If you save, your record replaces it.
          </Banner>
        )
      }
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
      <Field {...form.field('note')} label="Note" optional hint="The substitute can read it, too.">
        <Input {...form.text('note')} maxLength={attendanceLimits.note} />
      </Field>
    </FormDialog>
  );
}
