import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { focusInView } from '#web/ui/focus-heading.ts';
import { enterLayer } from '#web/ui/layers.ts';

type ModalProps = {
  open: boolean;
  /** Called on Esc, and on a click outside (unless `keepOpen`). `open` may stay true: then the dialog stays. */
  onClose: () => void;
  /** A click outside doesn't close it. */
  keepOpen?: boolean;
  /** The dialog has no history entry: Back closes it without navigating. */
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
 * Shows a native modal dialog: the rest of the page is inert, Esc closes it, and focus returns to the opener. An
 * element with `data-autofocus` gets focus first. The content is mounted only while it is open, so a form in it starts
 * over, and stays until the closing animation has ended.
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
      // The closing animation may be skipped (reduced motion, another navigation), so the dialog is unmounted either
      // way.
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
      // The body "opened" a dialog that was in the address when the page loaded. It can't have the focus.
      if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) opener.focus();
      // Its opener was deleted from within the dialog. A closed dialog keeps the focus until the page is painted.
      else if (document.activeElement === document.body || dialog.contains(document.activeElement)) focusInView();
    };
  }, [open]);

  // A click on the backdrop has the dialog itself as its target. A drag that ends there doesn't count.
  const pressedOutside = useRef(false);
  const press = (event: MouseEvent) => {
    pressedOutside.current = event.target === element.current;
  };
  const release = (event: MouseEvent) => {
    // The second click of the double click that opened it doesn't count as outside.
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
        // We don't leave this to the browser, which asks only once whether a dialog may close, and closes it on the
        // next Esc anyway.
        const isOwn = event.target instanceof Element && event.target.closest('dialog') === element.current;
        if (event.key !== 'Escape' || !isOwn || event.defaultPrevented || event.nativeEvent.isComposing) return;
        if (element.current?.querySelector(':popover-open')) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        // A phone's Back gesture. The browser would close it, but the caller controls `open`.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // The browser closes it anyway if the gesture is repeated. Text must not be lost.
        if (event.target !== element.current || !open || element.current.open) return;
        element.current.showModal();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
