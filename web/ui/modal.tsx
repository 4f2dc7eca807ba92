import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { enterLayer } from '#web/ui/layers.ts';

type ModalProps = {
  open: boolean;
  /** Asked for by Esc, by a click outside (unless `keepOpen`) and by whatever the content offers. */
  onClose: () => void;
  /** Something was typed: a click outside does not close. */
  keepOpen?: boolean;
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  role?: 'dialog' | 'alertdialog';
  className: string;
  children: ReactNode;
};

/**
 * The native modal dialog: the rest of the page is inert, Esc closes, focus returns to the opener. What is
 * marked `data-autofocus` gets focus first. The content exists only while it is open, so that a form in it
 * starts afresh, and stays until the closing movement has ended.
 */
export function Modal({
  open,
  onClose,
  keepOpen = false,
  label,
  labelledBy,
  describedBy,
  role,
  className,
  children,
}: ModalProps) {
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);
  if (!present) return null;
  return (
    <ModalElement
      open={open}
      onClose={onClose}
      onGone={() => setPresent(false)}
      keepOpen={keepOpen}
      {...(label === undefined ? {} : { label })}
      {...(labelledBy === undefined ? {} : { labelledBy })}
      {...(describedBy === undefined ? {} : { describedBy })}
      {...(role === undefined ? {} : { role })}
      className={className}
    >
      {children}
    </ModalElement>
  );
}

function ModalElement({
  open,
  onClose,
  onGone,
  keepOpen,
  label,
  labelledBy,
  describedBy,
  role,
  className,
  children,
}: ModalProps & { onGone: () => void }) {
  const element = useRef<HTMLDialogElement>(null);
  const gone = useEffectEvent(onGone);

  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (!open) {
      // The closing movement may be cut short (reduced motion, another navigation): gone either way.
      dialog.close();
      const movements = dialog.getAnimations().map((animation) => animation.finished);
      let reopened = false;
      void Promise.allSettled(movements).then(() => (reopened ? undefined : gone()));
      return () => {
        reopened = true;
      };
    }
    const opener = document.activeElement;
    dialog.showModal();
    const leave = enterLayer(dialog);
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      leave();
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      // What was deleted in it took its opener with it.
      else if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
    };
  }, [open]);

  // A click on the backdrop has the dialog itself as its target; a drag that ends there does not count.
  const pressedOutside = useRef(false);
  const press = (event: MouseEvent) => {
    pressedOutside.current = event.target === element.current;
  };
  const release = (event: MouseEvent) => {
    // The second click of the double click that opened it is none outside.
    if (pressedOutside.current && event.target === element.current && !keepOpen && event.detail < 2) onClose();
  };
  return (
    <dialog
      ref={element}
      role={role}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={`modal ${className}`}
      onMouseDown={press}
      onClick={release}
      onCancel={(event) => {
        // The browser would close it by itself; `open` is the caller's to change.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (open && element.current && !element.current.open) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
