import { useEffect, useRef, useState } from 'react';
import { useParam } from '#web/navigation/use-param.ts';
import { restAfter } from '#web/ui/use-rested.ts';

type Search = {
  /** The text in the field. */
  typed: string;
  type: (text: string) => void;
  /** The search text: debounced and trimmed. */
  search: string;
};

/**
 * The search text of a screen: `?search=` in the address. The field updates the address after a debounce, and follows
 * the address when a link or Back changes it.
 */
export function useSearch(): Search {
  const [asked, ask] = useParam('search');
  /** `own` is what this field last wrote to the address, `asked` what the address last contained. */
  const [field, setField] = useState({ typed: asked ?? '', asked, own: asked });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (asked !== field.asked) setField({ typed: asked === field.own ? field.typed : (asked ?? ''), asked, own: asked });
  const type = (typed: string) => {
    setField((before) => ({ ...before, typed }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const own = typed.trim() || null;
      setField((before) => ({ ...before, own }));
      ask(own);
    }, restAfter);
  };
  return { typed: field.typed, type, search: asked ?? '' };
}
