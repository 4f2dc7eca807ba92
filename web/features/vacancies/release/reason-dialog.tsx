import { useEffect, useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import type { Vacancy } from '#contract/vacancies.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useSession } from '#web/session/session.ts';
import { type Draft, drafts } from '#web/ui/draft.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { RestoredText } from '#web/ui/restored-text.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

/** A reason, and whether it is only for one day of a multi-day job. */
type Reason = { reason: string; onlyThisDay: boolean };

const blank: Reason = { reason: '', onlyThisDay: false };

/** This person's unsent reason about a vacancy and its substitute. */
const reasonDrafts = drafts('reason', z.object({ reason: z.string(), onlyThisDay: z.boolean() }));

/** Returns the draft of a reason about a vacancy and its substitute. Delete it once the reason is sent. */
export function useReasonDraft(vacancy: Pick<Vacancy, 'id' | 'substituteId'>): Draft<Reason> {
  const { id } = useSession();
  const [draft] = useState(() => reasonDrafts(id, `${vacancy.id} ${vacancy.substituteId}`));
  return draft;
}

type ReasonDialogProps = {
  draft: Draft<Reason>;
  /** The changes since the dialog opened, in words. */
  changed: string | null;
  onClose: () => void;
  onGive: (given: Reason) => void;
  title: string;
  /** The consequences, and the choice of days. */
  children: (onlyThisDay: boolean, choose: (onlyThisDay: boolean) => void) => ReactNode;
  label: string;
  confirmLabel: string;
  keepLabel: string;
  pending: boolean;
  pendingText: string;
  /** The error of the last attempt. */
  error: Error | null;
};

/**
 * Asks for the reason before an assignment ends. Typed text stays if the attempt fails, and a draft keeps it across a reload. It is
 * mounted while it is open.
 */
export function ReasonDialog({
  draft,
  changed,
  onClose,
  onGive,
  title,
  children,
  label,
  confirmLabel,
  keepLabel,
  pending,
  pendingText,
  error,
}: ReasonDialogProps) {
  const form = useBlankForm<Reason>(
    blank,
    ({ reason }) => (reason.trim() === '' ? { reason: 'Enter a short reason.' } : {}),
    { draft },
  );
  const { reason, onlyThisDay } = form.values;
  const { refuse } = form;
  useEffect(() => {
    if (error instanceof ApiError) refuse(error);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the error decides
  }, [error]);
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      form={form}
      onSubmit={() => onGive({ reason: reason.trim(), onlyThisDay })}
      // The draft keeps the text.
      asks={false}
      submitLabel={confirmLabel}
      submitVariant="danger"
      cancelLabel={keepLabel}
      pending={pending}
      pendingText={pendingText}
      failure={error ? sentenceOf(error) : undefined}
      changed={changed}
      intro={<div>{children(onlyThisDay, (choice) => form.set({ onlyThisDay: choice }))}</div>}
    >
      {form.isRestored ? <RestoredText onStartOver={() => form.startOver(blank)} /> : null}
      <Field {...form.field('reason')} label={label}>
        <Textarea {...form.text('reason')} data-autofocus="" rows={3} maxLength={vacancyLimits.reason} />
      </Field>
    </FormDialog>
  );
}
