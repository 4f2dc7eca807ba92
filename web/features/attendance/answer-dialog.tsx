import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerAttendance, type OwnAttendance } from '#contract/attendance.ts';
import { attendanceLimits } from '#domain/attendance.ts';
import { formatLongDate } from '#domain/time.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sending } from '#web/api/sending.ts';
import { recordWords } from '#web/features/attendance/words.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

type AnswerDialogProps = { of: OwnAttendance; onClose: () => void };

/** Shows the school's record, and the substitute's answer to it. It is mounted while it is open. */
export function AnswerDialog({ of, onClose }: AnswerDialogProps) {
  const { attendance, title, schoolName, date, timeZone, vacancyId } = of;
  const form = useBlankForm({ answer: attendance?.answer ?? '' }, () => ({}));
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (answer: string) => call(answerAttendance, { params: { id: vacancyId }, body: { answer } }),
    onSuccess: () => {
      showToast({ title: 'Answer saved', text: `${schoolName} reads it with the record.` });
      onClose();
      return changed(queries, 'vacancies');
    },
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
      <Field {...form.field('answer')} label="Your answer" hint="The school’s administrators read it with the record.">
        <Textarea {...form.text('answer')} data-autofocus="" rows={4} maxLength={attendanceLimits.answer} />
      </Field>
    </FormDialog>
  );
}
