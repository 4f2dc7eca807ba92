import { useRef, useState, type SyntheticEvent } from 'react';

/**
 * Whether any field of a form differs from when the form opened. Works for uncontrolled fields: remembers each field's
 * value when it first gets focus.
 */
export function useTyped() {
  const [isDirty, setDirty] = useState(false);
  const before = useRef(new Map<EventTarget, string>());
  const follow = ({ target }: SyntheticEvent) => {
    const isUnknown = valueOf(target) !== null && !before.current.has(target);
    setDirty(isUnknown || [...before.current].some(([field, value]) => valueOf(field) !== value));
  };
  return {
    isDirty,
    handlers: {
      onFocusCapture: ({ target }: SyntheticEvent) => {
        const value = valueOf(target);
        if (value !== null && !before.current.has(target)) before.current.set(target, value);
      },
      onInputCapture: follow,
      onChangeCapture: follow,
    },
  };
}

function valueOf(field: EventTarget): string | null {
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) return String(field.checked);
  const holdsText =
    field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;
  return holdsText ? field.value : null;
}
