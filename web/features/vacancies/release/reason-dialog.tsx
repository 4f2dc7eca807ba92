import { useEffect, type ReactNode } from 'react';
import { vacancyLimits } from '#domain/vacancy.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

type ReasonDialogProps = {
  /** The changes since the dialog opened, in words. */
  changed: string | null;
  onClose: () => void;
  onGive: (reason: string) => void;
  title: string;
  /** The consequences. */
  children: ReactNode;
  label: string;
  confirmLabel: string;
  keepLabel: string;
  pending: boolean;
  pendingText: string;
  /** The error of the last attempt. */
  error: Error | null;
};

/** Asks for the reason before an assignment ends. Typed text stays if the attempt fails. It is mounted while it is open. */
export function ReasonDialog({
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
  const form = useBlankForm({ reason: '' }, ({ reason }) =>
    reason.trim() === '' ? { reason: 'Enter a short reason.' } : {},
  );
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
      onSubmit={() => onGive(form.values.reason.trim())}
      submitLabel={confirmLabel}
      submitVariant="danger"
      cancelLabel={keepLabel}
      pending={pending}
      pendingText={pendingText}
      failure={error ? sentenceOf(error) : undefined}
      changed={changed}
      intro={<div>{children}</div>}
    >
      <Field {...form.field('reason')} label={label}>
        <Textarea {...form.text('reason')} data-autofocus="" rows={3} maxLength={vacancyLimits.reason} />
      </Field>
    </FormDialog>
  );
}
