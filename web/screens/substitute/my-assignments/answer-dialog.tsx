import { answerAttendance, type OwnAttendance } from '#contract/attendance.ts';
import { attendanceLimits } from '#domain/attendance.ts';
import { formatLongDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { sending } from '#web/api/sending.ts';
import { useCommand } from '#web/api/use-command.ts';
import { recordWords } from '#web/features/attendance/words.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

type AnswerDialogProps = { of: OwnAttendance; onClose: () => void };

/** Shows the school's record, and the substitute's answer to it. It is mounted while it is open. */
export function AnswerDialog({ of, onClose }: AnswerDialogProps) {
  const { attendance, title, schoolName, date, timeZone, vacancyId } = of;
  const form = useBlankForm({ answer: attendance?.answer ?? '' }, () => ({}));
  const send = useCommand({
    send: (answer: string) => call(answerAttendance, { params: { id: vacancyId }, body: { answer } }),
    toast: { title: 'Answer saved', text: `${schoolName} can read it with the record.` },
    onDone: onClose,
    changes: ['vacancies'],
  });
  if (attendance === null) return null;
  return (
    <FormDialog
      onClose={onClose}
      title={recordWords(attendance, timeZone)}
      subtitle={`${title}, ${formatLongDate(date)}`}
      form={form}
      onSubmit={() => send.mutate(form.values.answer.trim(), { onError: form.refuse })}
      submitLabel="Save answer"
      {...sending(send, 'Saving...')}
    >
      <p>
        Recorded by {attendance.recordedBy} at {schoolName}.
        {attendance.state === 'no_show'
          ? ` It counts in your record at this school for ${attendanceLimits.months} months.`
          : ''}
        {attendance.note ? ` Note: ${attendance.note}` : ''}
      </p>
      <Field
        {...form.field('answer')}
        label="Your answer"
        hint="The school’s administrators can read it with the record."
      >
        <Textarea {...form.text('answer')} data-autofocus="" rows={4} maxLength={attendanceLimits.answer} />
      </Field>
    </FormDialog>
  );
}
