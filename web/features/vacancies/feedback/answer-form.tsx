import { answerFeedback } from '#contract/feedback.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { WordsForm } from '#web/features/vacancies/feedback/words-form.tsx';

type AnswerFormProps = {
  vacancyId: number;
  /** The time of the feedback that the form answers. */
  saidAt: string;
  answer: string | null;
  onClose: () => void;
};

/** Shows the substitute's answer to a teacher's feedback. */
export function AnswerForm({ vacancyId, saidAt, answer, onClose }: AnswerFormProps) {
  const save = useCommand({
    send: ({ text }: { text: string; onSaved: () => void }) =>
      call(answerFeedback, { params: { id: vacancyId }, body: { answer: text, saidAt } }),
    toast: { title: 'Answer saved' },
    // This runs before the form closes, because its callbacks aren't called after that.
    onDone: (_, { onSaved }) => onSaved(),
    changes: ['vacancies'],
    // The teacher may have changed the feedback. Then it is shown above the answer.
    refetchesAnyway: true,
  });
  return (
    <WordsForm
      about={`answer ${vacancyId}`}
      label="Your answer"
      hint="The teacher and the school’s administrators can read it."
      words={answer}
      submitLabel="Save answer"
      isRequired
      isPending={save.isPending}
      error={save.error}
      onSave={(text, onSaved) => save.mutate({ text, onSaved }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
