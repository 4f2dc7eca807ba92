import { createContext, use, useId, useLayoutEffect, type ComponentProps, type ReactNode } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { showFocus } from '#web/ui/focus-heading.ts';
import { Form } from '#web/ui/form.tsx';
import * as icons from '#web/ui/icons.ts';
import { join } from '#web/ui/join.ts';
import { Modal } from '#web/ui/modal.tsx';
import { useUnsavedText, type Loss } from '#web/ui/unsaved.ts';

/** A dialog with a form must say whether closing it would lose text, so that no form forgets to ask. */
type FormProps =
  | { onSubmit?: undefined; dirty?: boolean }
  | {
      /** Turns the entire dialog into a form. A submit button in `footer` belongs to it. */
      onSubmit: () => void;
      /**
       * Whether the dialog contains text that closing would lose. If so, it asks before it closes. Always false
       * if a draft keeps the text.
       */
      dirty: boolean;
    };

type DialogProps = FormProps & {
  /** A dialog that is mounted only while it is open doesn't need it. */
  open?: boolean;
  /** Closes it: immediately, or once the person has agreed to lose their text. */
  onClose: () => void;
  title: ReactNode;
  /** One line under the title. */
  subtitle?: ReactNode;
  /** 700 px instead of 560, for messages and details. */
  wide?: boolean;
  /** The same height whatever has loaded, so no button moves under a finger. */
  tall?: boolean;
  /** The texts of that question, if they aren't the default. */
  loss?: Loss | undefined;
  /** A click outside doesn't close it, because it contains a draft or a choice. */
  keepOpen?: boolean;
  /** A call is in progress that must finish, so nothing closes it. */
  locked?: boolean;
  /** The dialog has no address and no history entry: Back closes it without navigating. */
  isPrompt?: boolean;
  /** One sentence about the changes since it opened. */
  changed?: string | null | undefined;
  /** The buttons, Cancel before the filled one. */
  footer?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
};

const CloseContext = createContext<() => void>(() => undefined);

/** Shows a button that closes its dialog like Esc: it asks first if text would be lost. */
export function CloseButton(props: Omit<ComponentProps<typeof Button>, 'onClick'>) {
  return <Button {...props} onClick={use(CloseContext)} />;
}

/**
 * Keeps the month and the day of each date on one line: never 'November' at the end of one and '30, 2026' on the next.
 */
const inOnePiece = (text: ReactNode) =>
  typeof text === 'string' ? text.replaceAll(/ (\d\d?, \d\d\d\d)/g, '\u00a0$1') : text;

/**
 * Shows a centered dialog, or a bottom sheet on phones: header and footer are fixed and the body scrolls. In a low
 * window, everything scrolls.
 */
export function Dialog({
  open = true,
  onClose,
  title,
  subtitle,
  wide = false,
  tall = false,
  dirty = false,
  loss,
  keepOpen = false,
  locked = false,
  isPrompt = false,
  changed = null,
  footer,
  onSubmit,
  role,
  children,
}: DialogProps) {
  const titleId = useId();
  const bodyId = useId();
  const ask = useUnsavedText(open && dirty, loss);
  const guard = (act: () => void) => (locked ? undefined : ask(act));
  const close = () => guard(onClose);
  // The sentence makes the body smaller, so the field in which the person types may be out of view now.
  useLayoutEffect(() => {
    if (changed) showFocus();
  }, [changed]);
  const content = (
    <>
      <header className="flex flex-none items-start gap-3 pt-4.5 pr-4 pb-3.5 pl-6 max-md:py-2 max-md:pr-1 max-md:pl-4">
        <div className="min-w-0 flex-1 pt-1.5 max-md:pt-2.5">
          <h2
            id={titleId}
            tabIndex={-1}
            data-autofocus={onSubmit || role === 'alertdialog' ? undefined : ''}
            className="text-[1.1875rem]/[1.625rem] tracking-tight"
          >
            {title}
          </h2>
          {subtitle ? <p className="mt-0.5 text-label text-ink-3">{inOnePiece(subtitle)}</p> : null}
        </div>
        <IconButton label="Close" icon={icons.close} onClick={close} />
      </header>
      {/* It stays visible at any scroll position. */}
      {changed ? (
        <Banner tone="pending" icon={icons.info} live className="mx-6 mb-2 max-md:mx-4">
          {changed}
          {dirty ? ' Your text is still here.' : ''}
        </Banner>
      ) : null}
      {/* Contains visually hidden text, which would otherwise make the entire dialog scroll. */}
      <div
        id={bodyId}
        className="relative grid min-h-0 flex-1 auto-rows-max content-start gap-4.5 overflow-auto px-6 pt-1 pb-5 max-md:px-4"
      >
        {children}
      </div>
      {footer ? (
        <footer className="flex flex-none flex-wrap justify-end gap-2 border-t border-line px-6 py-3.5 max-md:px-4 max-md:pt-3 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-md:[&>button]:min-h-12 max-md:[&>button]:flex-1">
          {footer}
        </footer>
      ) : null}
    </>
  );
  return (
    <Modal
      open={open}
      onClose={close}
      keepOpen={keepOpen}
      isPrompt={isPrompt}
      isHeld={dirty || locked}
      guard={guard}
      labelledBy={titleId}
      {...(role === undefined ? {} : { role })}
      {...(role === 'alertdialog' ? { describedBy: bodyId } : {})}
      className={join(
        'dialog',
        !onSubmit && !role && 'paper',
        tall && 'dialog-tall',
        wide ? 'md:max-w-dialog-wide' : 'md:max-w-dialog',
      )}
    >
      <CloseContext value={close}>
        {onSubmit ? <Form onSubmit={onSubmit}>{content}</Form> : <div>{content}</div>}
      </CloseContext>
    </Modal>
  );
}
