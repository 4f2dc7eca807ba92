import { useEffect, useRef, useState } from 'react';
import { useParam } from '#web/navigation/use-param.ts';
import { restAfter } from '#web/ui/use-rested.ts';

type Search = {
  /** What stands in the field. */
  typed: string;
  type: (text: string) => void;
  /** What is searched for: the text once typing has rested, trimmed. */
  search: string;
};

/**
 * What is searched for on a screen: `?search=` in the address. The field puts its text there once typing has rested,
 * and follows the address when a link or Back changes it.
 */
export function useSearch(): Search {
  const [asked, ask] = useParam('search');
  /** `own` is what this field itself last put into the address, `asked` what the address said last. */
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
