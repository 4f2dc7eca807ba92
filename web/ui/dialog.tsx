import { useId, type FormEvent, type ReactNode } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { join } from '#web/ui/join.ts';
import { Modal } from '#web/ui/modal.tsx';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One line under the title. */
  subtitle?: ReactNode;
  /** 700 px instead of 560: messages and details. */
  wide?: boolean;
  /** Something was typed: a click outside does not close. */
  dirty?: boolean;
  /** What stands between title and body and does not scroll (tabs). */
  header?: ReactNode;
  /** The buttons; Cancel before the filled one. */
  footer?: ReactNode;
  /** Makes the whole dialog a form; a submit button in `footer` belongs to it. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
};

/** A centred dialog, a sheet from the bottom on phones: header and footer fixed, the body scrolls; in a low window all of it does. */
export function Dialog({
  open,
  onClose,
  title,
  subtitle,
  wide = false,
  dirty = false,
  header,
  footer,
  onSubmit,
  role,
  children,
}: DialogProps) {
  const titleId = useId();
  const bodyId = useId();
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
          {subtitle ? <p className="mt-0.5 text-label text-ink-3">{subtitle}</p> : null}
        </div>
        <IconButton label="Close" icon={icons.close} onClick={onClose} />
      </header>
      {header}
      {/* What is only read out is laid out by it, too: else it would make the whole dialog scroll, head and foot with it. */}
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
      onClose={onClose}
      keepOpen={dirty}
      labelledBy={titleId}
      {...(role === undefined ? {} : { role })}
      {...(role === 'alertdialog' ? { describedBy: bodyId } : {})}
      className={join('dialog', wide ? 'md:max-w-dialog-wide' : 'md:max-w-dialog')}
    >
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit}>
          {content}
        </form>
      ) : (
        <div>{content}</div>
      )}
    </Modal>
  );
}
