import type { FocusEventHandler, FormEvent, FormEventHandler, ReactNode } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { FormSummary, type FormProblem } from '#web/ui/form-summary.tsx';
import { useTyped } from '#web/ui/use-typed.ts';

/** The part of `useFormFields` that a dialog needs. */
type FormFields = {
  problems: readonly FormProblem[];
  attempt: number;
  accepts: (form: HTMLFormElement) => boolean;
  handlers: { onInput?: FormEventHandler<HTMLElement>; onBlur: FocusEventHandler<HTMLElement> };
};

type FormDialogProps = {
  open?: boolean;
  onClose: () => void;
  title: string;
  fields: FormFields;
  /** Called with a valid form, and never while the last submission is pending. */
  onSubmit: (form: HTMLFormElement) => void;
  /** The button's label, and its label while pending. */
  submitLabel: string;
  pendingText: string;
  pending: boolean;
  /** Why the last attempt failed. */
  failure?: string | undefined;
  failureTitle?: string | undefined;
  /** One sentence about what has changed since it opened. */
  changed?: string | null | undefined;
  /** Shown above the error summary. */
  intro?: ReactNode;
  children: ReactNode;
};

/** A dialog with a form: Cancel and one action, the last error, the error summary, and the fields. */
export function FormDialog({
  open = true,
  onClose,
  title,
  fields,
  onSubmit,
  submitLabel,
  pendingText,
  pending,
  failure,
  failureTitle,
  changed,
  intro,
  children,
}: FormDialogProps) {
  const typed = useTyped();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!pending && fields.accepts(form)) onSubmit(form);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      dirty={typed.isDirty}
      changed={pending ? null : changed}
      title={title}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" variant="filled" pending={pending} pendingText={pendingText}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {failure === undefined ? null : (
        <Banner tone="danger" live title={failureTitle}>
          {failure}
        </Banner>
      )}
      <div className="grid gap-4.5" {...fields.handlers} {...typed.handlers}>
        {intro}
        <FormSummary problems={fields.problems} attempt={fields.attempt} />
        {children}
      </div>
    </Dialog>
  );
}
