import { useMutation } from '@tanstack/react-query';
import { answerFeedback } from '#contract/feedback.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { WordsForm } from '#web/features/vacancies/feedback/words-form.tsx';
import { showToast } from '#web/ui/toast.ts';

type AnswerFormProps = {
  vacancyId: number;
  /** The time of the feedback that the form answers. */
  saidAt: string;
  answer: string | null;
  onClose: () => void;
};

/** Shows the substitute's answer to a teacher's feedback. */
export function AnswerForm({ vacancyId, saidAt, answer, onClose }: AnswerFormProps) {
  const changed = useChanged();
  const save = useMutation({
    mutationFn: ({ text }: { text: string; onSaved: () => void }) =>
      call(answerFeedback, { params: { id: vacancyId }, body: { answer: text, saidAt } }),
    onSuccess: async (_, { onSaved }) => {
      // This runs before the form closes, because its callbacks aren't called after that.
      onSaved();
      showToast({ title: 'Answer saved' });
      await changed('vacancies');
      onClose();
    },
    // The teacher may have changed the feedback. Then it is shown above the answer.
    onError: () => changed('vacancies'),
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
      onSave={(text, onSaved) => save.mutate({ text, onSaved })}
      onClose={onClose}
    />
  );
}
