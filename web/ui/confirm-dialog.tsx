import { useState, type ReactNode } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

type ConfirmDialogProps = {
  open?: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** Names the object: "Delete Grade 2 classroom?" */
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The verb again: "Delete". */
  confirmLabel: string;
  /** The other button, if "Cancel" could be mistaken for the action itself ("Keep it"). */
  keepLabel?: string;
  pending?: boolean;
  pendingText?: string | undefined;
  /** Destructive: the button is red. */
  danger?: boolean;
  /** The error of the last attempt. */
  failure?: string | undefined;
  /** The text that people must type to confirm, for actions that delete everything. */
  typeToConfirm?: string;
  /** One sentence about the changes since it opened. */
  changed?: string | null | undefined;
  /** Its object is gone: only `changed` and Close are left. */
  isGone?: boolean;
  /** It isn't in the address: Back closes it without navigating. */
  isPrompt?: boolean;
};

const takeFocus = (button: HTMLElement | null) => button?.focus();

/** Asks before an action that can't be undone. Focus starts on Cancel, or in the confirmation field. */
export function ConfirmDialog({
  open = true,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel,
  keepLabel = 'Cancel',
  pending = false,
  pendingText,
  danger = false,
  failure,
  typeToConfirm,
  changed,
  isGone = false,
  isPrompt = false,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  /** Whether this opening was confirmed. The failure may be an earlier opening's. */
  const [isTried, setTried] = useState(false);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Not on closing: the error must not disappear before the dialog has.
    if (open) setTried(false);
  }
  const close = () => {
    setTyped('');
    onClose();
  };
  const matches = typeToConfirm === undefined || typed.trim() === typeToConfirm;
  const submit = () => {
    if (!matches || pending || isGone) return;
    setTried(true);
    onConfirm();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      role="alertdialog"
      onSubmit={submit}
      // The typed confirmation is not worth a question.
      dirty={false}
      keepOpen={typed !== ''}
      isPrompt={isPrompt}
      changed={pending ? null : changed}
      footer={
        <>
          {isGone ? (
            // The focused control may have disappeared, and the focus with it.
            <CloseButton ref={takeFocus} data-autofocus="">
              Close
            </CloseButton>
          ) : (
            <>
              <CloseButton data-autofocus={typeToConfirm === undefined ? '' : undefined}>{keepLabel}</CloseButton>
              <Button
                type="submit"
                variant={danger ? 'danger' : 'filled'}
                disabled={!matches}
                pending={pending}
                pendingText={pendingText}
              >
                {confirmLabel}
              </Button>
            </>
          )}
        </>
      }
    >
      {isGone ? null : <div>{children}</div>}
      {typeToConfirm === undefined || isGone ? null : (
        <Field label={`Type ${typeToConfirm} to confirm`}>
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            data-autofocus=""
          />
        </Field>
      )}
      {failure && isTried && !isGone ? (
        <Banner tone="danger" live>
          {failure}
        </Banner>
      ) : null}
    </Dialog>
  );
}
