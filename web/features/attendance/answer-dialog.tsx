import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { answerAttendance, type OwnAttendance } from '#contract/attendance.ts';
import { attendanceLimits } from '#domain/attendance.ts';
import { formatLongDate } from '#domain/time.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { recordWords } from '#web/features/attendance/words.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { showToast } from '#web/ui/toast.ts';

type AnswerDialogProps = { of: OwnAttendance; onClose: () => void };

/** Shows the school's record, and the substitute's answer to it. It is mounted while it is open. */
export function AnswerDialog({ of, onClose }: AnswerDialogProps) {
  const { attendance, title, schoolName, date, timeZone, vacancyId } = of;
  const [answer, setAnswer] = useState(attendance?.answer ?? '');
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => call(answerAttendance, { params: { id: vacancyId }, body: { answer: answer.trim() } }),
    onSuccess: () => {
      showToast({ title: 'Answer saved', text: `${schoolName} reads it with the record.` });
      onClose();
      return changed(queries, 'vacancies');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate();
  };
  if (attendance === null) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      dirty={answer.trim() !== (attendance.answer ?? '')}
      title={recordWords(attendance, timeZone)}
      subtitle={`${title}, ${formatLongDate(date)}`}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" variant="filled" pending={send.isPending} pendingText="Saving...">
            Save answer
          </Button>
        </>
      }
    >
      <p>
        Recorded by {attendance.recordedBy} at {schoolName}.
        {attendance.state === 'no_show'
          ? ` It counts in your record at this school for ${attendanceLimits.months} months.`
          : ''}
        {attendance.note ? ` Note: ${attendance.note}` : ''}
      </p>
      <Field label="Your answer" hint="The school’s administrators read it with the record.">
        <Textarea
          data-autofocus=""
          rows={4}
          maxLength={attendanceLimits.answer}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      {send.isError ? (
        <Banner tone="danger" live>
          {sentenceOf(send.error)}
        </Banner>
      ) : null}
    </Dialog>
  );
}
