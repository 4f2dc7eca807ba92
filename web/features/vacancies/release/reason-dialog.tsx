import { useEffect, useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { releaseSubstitute } from '#contract/vacancy-moves.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useMove } from '#web/features/vacancies/move/move.ts';
import type { VacancyDialogProps } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import { useSession } from '#web/session/session.ts';
import { drafts } from '#web/ui/draft.ts';
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

type ReasonDialogProps = VacancyDialogProps & {
  title: string;
  /** The consequences, and the choice of days. */
  children: (onlyThisDay: boolean, choose: (onlyThisDay: boolean) => void) => ReactNode;
  label: string;
  confirmLabel: string;
  keepLabel: string;
  pendingText: string;
  /** The toast for the teacher, administrator or substitute who ended the assignment. */
  done: { title: string; text: string };
};

/**
 * Asks for the reason and ends an assignment with it, on all remaining days of a job unless it is only for this day.
 * Typed text stays if the attempt fails, and a draft keeps it across a reload. It is mounted while it is open.
 */
export function ReasonDialog({
  vacancy,
  current,
  onClose,
  title,
  children,
  label,
  confirmLabel,
  keepLabel,
  pendingText,
  done,
}: ReasonDialogProps) {
  const { id } = useSession();
  const [draft] = useState(() => reasonDrafts(id, `${vacancy.id} ${vacancy.substituteId}`));
  const { mutate, isPending, error } = useMove<Reason>(vacancy, {
    make: ({ reason, onlyThisDay }) =>
      call(releaseSubstitute, {
        params: { id: vacancy.id },
        body: { reason, ...(onlyThisDay ? { onlyThisDay } : {}) },
      }),
    done,
    close: () => {
      draft.keep(null);
      onClose();
    },
  });
  const form = useBlankForm<Reason>(
    blank,
    ({ reason }) => (reason.trim() === '' ? { reason: 'Enter a short reason.' } : {}),
    { draft },
  );
  // With a different substitute, or none, it is no longer the assignment in question.
  const isOver = current !== undefined && current?.substituteId !== vacancy.substituteId;
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
      onSubmit={() => mutate({ reason: reason.trim(), onlyThisDay })}
      // The draft keeps the text.
      asks={false}
      submitLabel={confirmLabel}
      submitVariant="danger"
      cancelLabel={keepLabel}
      pending={isPending}
      pendingText={pendingText}
      failure={error ? sentenceOf(error) : undefined}
      changed={whatChanged(vacancy, current)}
      isGone={isOver && !isPending}
      intro={<div>{children(onlyThisDay, (choice) => form.set({ onlyThisDay: choice }))}</div>}
    >
      {form.isRestored ? <RestoredText onStartOver={() => form.startOver(blank)} /> : null}
      <Field {...form.field('reason')} label={label}>
        <Textarea {...form.text('reason')} data-autofocus="" rows={3} maxLength={vacancyLimits.reason} />
      </Field>
    </FormDialog>
  );
}
