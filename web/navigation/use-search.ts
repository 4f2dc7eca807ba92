import { useState } from 'react';
import { paramNow, useParam } from '#web/navigation/use-param.ts';
import { type SearchText, useDebounced } from '#web/ui/use-search-text.ts';

/**
 * Returns a search in the address, `?search=`. The field puts its text there once typing has paused, and follows the
 * address when a link or Back changes it.
 */
export function useSearch(name = 'search'): SearchText {
  const [asked, ask] = useParam(name);
  /** `own` is the text that this field last put into the address, and `asked` is the latest text in the address. */
  const [field, setField] = useState({ typed: asked ?? '', asked, own: asked });
  if (asked !== field.asked) setField({ typed: asked === field.own ? field.typed : (asked ?? ''), asked, own: asked });
  const rest = useDebounced(({ typed, over }: { typed: string; over: string | null }) => {
    // A link or Back has put another search into the address since.
    if (paramNow(name) !== over) return;
    const own = typed.trim() || null;
    setField((before) => ({ ...before, own }));
    ask(own);
  });
  const type = (typed: string) => {
    setField((before) => ({ ...before, typed }));
    rest({ typed, over: paramNow(name) });
  };
  return { typed: field.typed, type, search: asked ?? '' };
}
