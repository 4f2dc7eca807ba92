import { useState } from 'react';
import { type OwnFeedback, reviewClass } from '#contract/feedback.ts';
import {
  type ClassVerdict,
  classVerdictLabels,
  classVerdicts,
  type PlanVerdict,
  planVerdictLabels,
  planVerdicts,
} from '#domain/feedback.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { Choices } from '#web/features/vacancies/feedback/choices.tsx';
import { WordsForm } from '#web/features/vacancies/feedback/words-form.tsx';

type Given = {
  went: ClassVerdict;
  plans: PlanVerdict;
  words: string | null;
  /** Deletes the unsent sentence. It is missing if only taps are saved. */
  onSaved?: () => void;
};

/** Asks how the class and its plans were. It is saved with the second tap, and a sentence can follow. */
export function ClassForm({ of, onClose }: { of: OwnFeedback; onClose: () => void }) {
  const [went, setWent] = useState(of.ofClass?.went ?? null);
  const [plans, setPlans] = useState(of.ofClass?.plans ?? null);
  const words = of.ofClass?.words ?? null;
  const save = useCommand({
    send: async ({ onSaved, ...body }: Given) => {
      await call(reviewClass, { params: { id: of.vacancyId }, body });
      // This runs even if the form was closed before the reply, unlike a callback of `mutate`.
      onSaved?.();
    },
    toast: { title: 'Feedback saved', text: 'The school’s administrators can read it.' },
    changes: ['vacancies'],
  });
  const give = (next: { went: ClassVerdict | null; plans: PlanVerdict | null }) => {
    setWent(next.went);
    setPlans(next.plans);
    if (next.went !== null && next.plans !== null) save.mutate({ went: next.went, plans: next.plans, words });
  };
  const questions = (
    <>
      <Choices
        question="How was the class?"
        labels={classVerdictLabels}
        choices={classVerdicts}
        given={went}
        isPending={save.isPending}
        onGive={(choice) => give({ went: choice, plans })}
      />
      <Choices
        question="How were the plans?"
        labels={planVerdictLabels}
        choices={planVerdicts}
        given={plans}
        isPending={save.isPending}
        onGive={(choice) => give({ went, plans: choice })}
      />
    </>
  );
  return (
    <WordsForm
      about={`class ${of.vacancyId}`}
      label="A sentence"
      hint={`The school’s administrators can read it. ${of.teacherName} can’t.`}
      words={words}
      submitLabel="Save sentence"
      isReady={went !== null && plans !== null}
      isPending={save.isPending}
      error={save.error}
      onSave={(text, onSaved) => {
        if (went !== null && plans !== null)
          save.mutate({ went, plans, words: text === '' ? null : text, onSaved }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      {questions}
    </WordsForm>
  );
}
