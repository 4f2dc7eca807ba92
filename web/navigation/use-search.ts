import { useEffect, useEffectEvent, useState } from 'react';
import { useParam } from '#web/navigation/use-param.ts';
import { useRested } from '#web/ui/use-rested.ts';

type Search = {
  /** What stands in the field. */
  typed: string;
  type: (text: string) => void;
  /** What is searched for: the text once typing has rested, trimmed. */
  search: string;
};

/** What is searched for on a screen, kept in the address as `?search=`. */
export function useSearch(): Search {
  const [asked, ask] = useParam('search');
  const [typed, type] = useState(asked ?? '');
  const search = useRested(typed.trim());
  const keep = useEffectEvent(() => {
    if (search !== (asked ?? '')) ask(search);
  });
  useEffect(() => keep(), [search]);
  return { typed, type, search };
}
