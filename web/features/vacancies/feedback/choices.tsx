import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';

type ChoicesProps<Choice extends string> = {
  question: string;
  labels: Readonly<Record<Choice, string>>;
  choices: readonly Choice[];
  given: Choice | null;
  isPending: boolean;
  onGive: (choice: Choice) => void;
};

/** Shows a question that is answered with one tap. The given answer is pressed. */
export function Choices<Choice extends string>({
  question,
  labels,
  choices,
  given,
  isPending,
  onGive,
}: ChoicesProps<Choice>) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="grid gap-2">
      <p id={id} data-question="" tabIndex={-1} className="text-label font-medium text-ink">
        {question}
      </p>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Button
            key={choice}
            aria-pressed={given === choice}
            {...(given === choice ? { icon: icons.check } : {})}
            // The buttons aren't disabled while an answer is being saved: that would take the focus from the pressed
            // button.
            onClick={() => (isPending ? undefined : onGive(choice))}
            className="max-md:min-h-touch"
          >
            {labels[choice]}
          </Button>
        ))}
      </div>
    </div>
  );
}
