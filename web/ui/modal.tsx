import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { enterLayer } from '#web/ui/layers.ts';

type ModalProps = {
  open: boolean;
  /** Called by Esc, and by a click outside (unless `keepOpen`). `open` may stay true: then the dialog stays. */
  onClose: () => void;
  /** A click outside does not close. */
  keepOpen?: boolean;
  /** It has no entry in the history: Back closes it and goes nowhere. */
  isPrompt?: boolean;
  /** Back may close it only as `guard` allows. */
  isHeld?: boolean;
  guard?: (act: () => void) => void;
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  role?: 'dialog' | 'alertdialog';
  className: string;
  children: ReactNode;
};

const atOnce = (act: () => void) => act();

/**
 * The native modal dialog: the rest of the page is inert, Esc closes, focus returns to the opener. What is
 * marked `data-autofocus` gets focus first. The content exists only while it is open, so that a form in it
 * starts afresh, and stays until the closing movement has ended.
 */
export function Modal(props: ModalProps) {
  const [present, setPresent] = useState(props.open);
  if (props.open && !present) setPresent(true);
  return present ? <ModalElement {...props} onGone={() => setPresent(false)} /> : null;
}

function ModalElement({
  open,
  onClose,
  onGone,
  keepOpen = false,
  isPrompt = false,
  isHeld = false,
  guard = atOnce,
  label,
  labelledBy,
  describedBy,
  role,
  className,
  children,
}: ModalProps & { onGone: () => void }) {
  const element = useRef<HTMLDialogElement>(null);
  const gone = useEffectEvent(onGone);
  const state = useRef({ isPrompt, isHeld, guard, close: onClose });
  useLayoutEffect(() => {
    state.current = { isPrompt, isHeld, guard, close: onClose };
  });

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
    const leave = enterLayer(dialog, state);
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      leave();
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      // What was deleted in it took its opener with it.
      else if (document.activeElement === document.body) focusHeading();
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
      onKeyDown={(event) => {
        // Not left to the browser: it asks once whether a dialog may close, and closes it at the next Esc anyway.
        const isOwn = event.target instanceof Element && event.target.closest('dialog') === element.current;
        if (event.key !== 'Escape' || !isOwn || event.defaultPrevented || event.nativeEvent.isComposing) return;
        if (element.current?.querySelector(':popover-open')) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        // A phone's Back gesture. The browser would close it by itself; `open` is the caller's to change.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // The browser insists on closing when the gesture is repeated. It may not take text with it.
        if (event.target !== element.current || !open || element.current.open) return;
        element.current.showModal();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
