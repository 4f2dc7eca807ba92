import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { feedbackLimits } from '#domain/feedback.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';

type WordsFormProps = {
  label: string;
  /** Who will read it. */
  hint: string;
  words: string | null;
  submitLabel: string;
  isRequired?: boolean;
  /** Whether the questions above are answered. A sentence can be added only then. */
  isReady?: boolean;
  isPending: boolean;
  error: Error | null;
  onSave: (words: string) => void;
  onClose: () => void;
  children?: ReactNode;
};

/**
 * A field for one sentence, below the tapped answers. The first question gets the focus, or the sentence without one.
 */
export function WordsForm({
  label,
  hint,
  words,
  submitLabel,
  isRequired = false,
  isReady = true,
  isPending,
  error,
  onSave,
  onClose,
  children,
}: WordsFormProps) {
  const [typed, setTyped] = useState(words ?? '');
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Not an answer: pressing Enter twice on the button that opened the form must not give it.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-question], textarea')?.focus(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    setMissing(isRequired && typed.trim() === '');
    if (!isRequired || typed.trim() !== '') onSave(typed.trim());
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3 rounded-control border border-line p-3.5">
      {children}
      {isReady ? (
        <Field label={label} hint={hint} optional={!isRequired} error={isMissing ? 'Enter your answer.' : undefined}>
          <Textarea
            rows={2}
            maxLength={feedbackLimits.words}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      ) : (
        <p className="text-meta text-ink-3">{hint}</p>
      )}
      {error === null ? null : (
        <p role="alert" className="text-label text-danger-ink">
          {sentenceOf(error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isReady ? (
          <Button type="submit" pending={isPending} className="max-md:min-h-touch">
            {submitLabel}
          </Button>
        ) : null}
        <Button variant="plain" onClick={onClose} className="max-md:min-h-touch">
          Close
        </Button>
      </div>
    </form>
  );
}
