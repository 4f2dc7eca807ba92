import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusHeading } from '#web/ui/focus-heading.ts';

/**
 * Returns a form that replaces the button that opens it. Once it is closed, the focus is on that button again, or on the page's
 * title if there is no such button anymore.
 */
export function useInlineForm() {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    opener,
    open: () => setOpen(true),
    close: () => {
      flushSync(() => setOpen(false));
      focusHeading(opener.current);
    },
  };
}
