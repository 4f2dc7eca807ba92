import { useState, type FormEvent, type ReactNode } from 'react';
import { vacancyLimits } from '#domain/vacancy.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';

type ReasonDialogProps = {
  open: boolean;
  onClose: () => void;
  onGive: (reason: string) => void;
  title: string;
  /** What happens then. */
  children: ReactNode;
  label: string;
  confirmLabel: string;
  pending: boolean;
  pendingText: string;
  /** Why the last attempt failed. */
  error?: string | undefined;
};

/** Asks why, before an assignment ends. What was typed stays when the attempt fails. */
export function ReasonDialog({ open, onClose, ...rest }: ReasonDialogProps) {
  return open ? <OpenReasonDialog {...rest} onClose={onClose} /> : null;
}

function OpenReasonDialog({ onClose, onGive, title, children, label, confirmLabel, pending, pendingText, error }: Omit<ReasonDialogProps, 'open'>) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    if (reason.trim() === '') {
      setMissing(true);
      event.currentTarget.querySelector('textarea')?.focus();
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
      dirty={reason !== ''}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" variant="danger" pending={pending} pendingText={pendingText}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      <Field label={label} error={missing ? 'Say why, in a few words.' : undefined}>
        <Textarea
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
          {error}
        </Banner>
      ) : null}
    </Dialog>
  );
}
