import { putLegal } from '#contract/legal.ts';
import { type LegalKind, legalNames } from '#domain/legal.ts';
import { sending } from '#web/api/sending.ts';
import { type Legal, useChangeLegal } from '#web/features/legal/legal.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { changeInWords } from '#web/ui/form-state.ts';
import { problemsOf } from '#web/ui/problems.ts';
import { useForm } from '#web/ui/use-form.ts';

type LegalDialogProps = { kind: LegalKind; legal: Legal; onClose: () => void };

/** Edits the caller's own text, starting from the current one. */
export function LegalDialog({ kind, legal, onClose }: LegalDialogProps) {
  const change = useChangeLegal(kind);
  const form = useForm({
    record: legal,
    valuesOf: ({ text }: Legal) => ({ text }),
    names: ['text'],
    check: ({ text }) => problemsOf(putLegal.body, { kind, text }, ['text']),
    inWords: (_, theirs) => changeInWords(beginningOf(theirs.text)),
    pending: change.isPending,
  });
  const send = () =>
    change.mutate({ text: form.values.text, version: form.version }, { onSuccess: onClose, onError: form.refuse });
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={`Your own text: ${legalNames[kind]}`}
      form={form}
      onSubmit={send}
      submitLabel="Save text"
      {...sending(change, 'Saving...')}
      failureTitle="The text was not saved"
    >
      <Field
        {...form.field('text')}
        label="Text"
        hint="A line that begins with # is a heading. An empty line starts a new paragraph. Keep the part about text messages: carriers require it."
      >
        <Textarea {...form.text('text')} rows={14} data-autofocus="" />
      </Field>
    </FormDialog>
  );
}

/** Returns the beginning of a text. A whole one would fill the dialog several times over. */
function beginningOf(text: string): string {
  const most = 300;
  if (text.length <= most) return text;
  const space = text.lastIndexOf(' ', most);
  return `${text.slice(0, space > 0 ? space : most)} …`;
}
