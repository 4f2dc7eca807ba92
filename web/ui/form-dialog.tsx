import type { FocusEventHandler, ReactNode } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import type { Loss } from '#web/ui/unsaved.ts';
import { FormSummary, type FormProblem } from '#web/ui/form-summary.tsx';

/** The parts of `useForm` that a dialog needs. */
type DialogForm = {
  problems: readonly FormProblem[];
  attempt: number;
  dirty: boolean;
  accepts: () => boolean;
  handlers: { onBlur: FocusEventHandler<HTMLElement> };
};

type FormDialogProps = {
  open?: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  form: DialogForm;
  /** Called when every field is valid, and never while the form is being sent. */
  onSubmit: () => void;
  /** The button's label, and its label while pending. */
  submitLabel: string;
  /** The label of the button that closes it, if it isn't 'Cancel'. */
  cancelLabel?: string;
  /** A button before that one. */
  otherAction?: ReactNode;
  submitVariant?: 'filled' | 'danger';
  pendingText: string | undefined;
  pending: boolean;
  /** The error of the last attempt. */
  failure?: string | undefined;
  failureTitle?: string | undefined;
  /** One sentence about the changes since it opened. */
  changed?: string | null | undefined;
  /** Its object is gone: the text can be read and copied, but not sent. */
  isGone?: boolean;
  /** Shown above the error summary, until the object is gone. */
  intro?: ReactNode;
  /** The dialog has no address and no history entry: Back closes it without navigating. */
  isPrompt?: boolean;
  /**
   * Asks before it closes if text was typed. While the form is being sent, it asks anyway: its error would not be seen.
   */
  asks?: boolean;
  /** A click outside doesn't close it. */
  keepOpen?: boolean;
  wide?: boolean;
  children: ReactNode;
};

/** The question while a form is being sent whose text isn't lost. */
const unanswered: Loss = {
  title: 'Close while it’s being sent?',
  text: 'If it fails, you won’t see why.',
  discard: 'Close anyway',
  keep: 'Keep open',
};

/** Shows a dialog with a form: Cancel and one action, the last error, the error summary, and the fields. */
export function FormDialog({
  open = true,
  onClose,
  title,
  subtitle,
  form,
  onSubmit,
  submitLabel,
  cancelLabel = 'Cancel',
  otherAction,
  submitVariant = 'filled',
  pendingText,
  pending,
  failure,
  failureTitle,
  changed,
  isGone = false,
  intro,
  isPrompt = false,
  asks = true,
  keepOpen = !asks && form.dirty,
  wide = false,
  children,
}: FormDialogProps) {
  const submit = () => {
    if (!pending && !isGone && form.accepts()) onSubmit();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      dirty={form.dirty && (asks || pending)}
      loss={asks ? undefined : unanswered}
      isPrompt={isPrompt}
      keepOpen={keepOpen}
      wide={wide}
      changed={pending ? null : changed}
      title={title}
      subtitle={subtitle}
      footer={
        <>
          {otherAction}
          <CloseButton>{cancelLabel}</CloseButton>
          <Button type="submit" variant={submitVariant} pending={pending} pendingText={pendingText} isDone={isGone}>
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
      <div className="grid gap-4.5" {...form.handlers}>
        {isGone ? null : intro}
        <FormSummary problems={form.problems} attempt={form.attempt} />
        {children}
      </div>
    </Dialog>
  );
}
