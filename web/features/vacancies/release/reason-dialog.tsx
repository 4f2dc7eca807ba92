import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { vacancyLimits } from '#domain/vacancy.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';

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
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const refused = error instanceof ApiError ? error.fields['reason'] : undefined;
  useEffect(() => {
    if (refused !== undefined) field.current?.focus();
  }, [refused]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (reason.trim() === '') {
      setMissing(true);
      field.current?.focus();
      return;
    }
    onGive(reason.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      onSubmit={submit}
      dirty={reason.trim() !== ''}
      changed={pending ? null : changed}
      footer={
        <>
          <CloseButton>{keepLabel}</CloseButton>
          <Button type="submit" variant="danger" pending={pending} pendingText={pendingText}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      <Field label={label} error={missing ? 'Enter a short reason.' : refused}>
        <Textarea
          ref={field}
          data-autofocus=""
          rows={3}
          maxLength={vacancyLimits.reason}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
        />
      </Field>
      {error ? (
        <Banner tone="danger" live>
          {sentenceOf(error)}
        </Banner>
      ) : null}
    </Dialog>
  );
}
