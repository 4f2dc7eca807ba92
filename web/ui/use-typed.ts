import { useRef, useState, type SyntheticEvent } from 'react';

/**
 * Whether the fields of a form hold something else than they did when it opened. The form itself need not know its
 * values: each field is remembered as it was when it was first reached.
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
