import { useState, type FormEvent } from 'react';
import { putLegal } from '#contract/legal.ts';
import { type LegalKind, legalNames } from '#domain/legal.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useChangeLegal } from '#web/features/legal/legal.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';

const names = ['text'] as const;

type LegalDialogProps = { kind: LegalKind; text: string; onClose: () => void };

/** Edits the caller's own text, starting from the current one. */
export function LegalDialog({ kind, text, onClose }: LegalDialogProps) {
  const change = useChangeLegal(kind);
  // The text when this opened. Someone else may save another one meanwhile.
  const [start] = useState(text);
  const [typed, type] = useState(text);
  const fields = useFormFields(names, (form) => problemsOf(putLegal.body, { kind, text: textOf(form, 'text') }, names));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (change.isPending || !fields.accepts(form)) return;
    change.mutate(typed, {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof ApiError) fields.show(form, error.fields);
      },
    });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      onSubmit={submit}
      title={`Your own text: ${legalNames[kind]}`}
      dirty={typed !== start}
      changed={text === start || change.isPending ? null : 'Someone else has changed this text.'}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" variant="filled" pending={change.isPending} pendingText="Saving...">
            Save text
          </Button>
        </>
      }
    >
      {change.isError ? (
        <Banner tone="danger" live title="The text was not saved">
          {sentenceOf(change.error)}
        </Banner>
      ) : null}
      <div className="grid gap-4.5" {...fields.handlers}>
        <FormSummary problems={fields.problems} attempt={fields.attempt} />
        <Field
          id="field-text"
          label="Text"
          hint="A line that begins with # is a heading. An empty line starts a new paragraph. Keep the part about text messages: carriers require it."
          error={fields.errors.text}
        >
          <Textarea
            name="text"
            rows={14}
            value={typed}
            onChange={(event) => type(event.target.value)}
            data-autofocus=""
          />
        </Field>
      </div>
    </Dialog>
  );
}
