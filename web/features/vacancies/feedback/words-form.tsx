import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { feedbackLimits } from '#domain/feedback.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { drafts } from '#web/ui/draft.ts';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

/** An unsent sentence of this person in this tab. */
const feedbackDrafts = drafts('feedback', z.object({ words: z.string() }));

type WordsFormProps = {
  /** Names the form, for its unsent text. */
  about: string;
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
  /** Sends the sentence. `onSaved` deletes the unsent text. */
  onSave: (words: string, onSaved: () => void) => void;
  onClose: () => void;
  /** It was there when the page loaded, so it doesn't take the focus. */
  isRestored?: boolean;
  children?: ReactNode;
};

/**
 * Shows a field for one sentence, below the tapped answers. The first question gets the focus, or the sentence without
 * one.
 */
export function WordsForm({
  about,
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
  isRestored = false,
  children,
}: WordsFormProps) {
  const { id: userId } = useSession();
  const fieldId = useId();
  const draft = feedbackDrafts(userId, about);
  const form = useBlankForm(
    { words: words ?? '' },
    (values) => (isRequired && values.words.trim() === '' ? { words: 'Enter your answer.' } : {}),
    { idOf: () => fieldId, draft },
  );
  // A sentence that is being sent isn't lost. Its draft stays until it is saved.
  const leave = useUnsavedText(form.dirty && !isPending);
  const close = () =>
    leave(() => {
      if (!isPending) draft.keep(null);
      onClose();
    });
  const frame = useRef<HTMLFormElement>(null);
  // The focus goes to the question or the text, because a second Enter on the button that opened the form must not
  // answer.
  const [takesFocus] = useState(!isRestored);
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector<HTMLElement>('[data-question], textarea')?.focus();
  }, [takesFocus]);
  const submit = () => {
    if (!isPending && form.accepts()) onSave(form.values.words.trim(), () => draft.keep(null));
  };
  return (
    <Form ref={frame} onSubmit={submit} className="grid gap-3 rounded-control border border-line p-3.5">
      {children}
      {isReady ? (
        <Field label={label} hint={hint} optional={!isRequired} {...form.field('words')}>
          <Textarea rows={2} maxLength={feedbackLimits.words} {...form.text('words')} />
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
        <Button variant="plain" onClick={close} className="max-md:min-h-touch">
          Close
        </Button>
      </div>
    </Form>
  );
}
