import { useState } from 'react';
import { type OwnFeedback, reviewSubstitute } from '#contract/feedback.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { Choices } from '#web/features/vacancies/feedback/choices.tsx';
import { aboutAgain } from '#web/features/vacancies/feedback/has-draft.ts';
import { WordsForm } from '#web/features/vacancies/feedback/words-form.tsx';

const choices = ['yes', 'no'] as const;
const labels = { yes: 'Yes', no: 'No' };

type Given = {
  again: boolean;
  words: string | null;
  /** Deletes the unsent sentence. It is missing if only the tap is saved. */
  onSaved?: () => void;
};

type AgainFormProps = {
  of: OwnFeedback;
  onClose: () => void;
  /** It was there when the page loaded, with its unsent sentence. */
  isRestored?: boolean;
};

/** Asks whether the teacher would have the substitute again. It is saved with the tap, and a sentence can follow. */
export function AgainForm({ of, onClose, isRestored = false }: AgainFormProps) {
  const [again, setAgain] = useState(of.ofSubstitute?.again ?? null);
  const words = of.ofSubstitute?.words ?? null;
  const save = useCommand({
    send: async ({ onSaved, ...body }: Given) => {
      await call(reviewSubstitute, { params: { id: of.vacancyId }, body });
      // This runs even if the form was closed before the reply, unlike a callback of `mutate`.
      onSaved?.();
    },
    toast: { title: 'Feedback saved', text: `${of.substituteName} can read and answer it.` },
    changes: ['vacancies'],
  });
  return (
    <WordsForm
      about={aboutAgain(of.vacancyId)}
      label="A sentence"
      hint={`${of.substituteName} can read and answer it. The school’s administrators see both after that, or in 7 days.`}
      words={words}
      submitLabel="Save sentence"
      isReady={again !== null}
      isPending={save.isPending}
      error={save.error}
      onSave={(text, onSaved) => {
        if (again !== null) save.mutate({ again, words: text === '' ? null : text, onSaved }, { onSuccess: onClose });
      }}
      onClose={onClose}
      isRestored={isRestored}
    >
      <Choices
        question={`Would you have ${of.substituteName} again?`}
        labels={labels}
        choices={choices}
        given={again === null ? null : again ? 'yes' : 'no'}
        isPending={save.isPending}
        onGive={(choice) => {
          setAgain(choice === 'yes');
          save.mutate({ again: choice === 'yes', words });
        }}
      />
    </WordsForm>
  );
}
