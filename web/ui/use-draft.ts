import { useEffect, useRef, useState } from 'react';
import type { Draft } from '#web/ui/draft.ts';

type Place<Values> = Pick<Draft<Values>, 'read' | 'keep'> | undefined;

/** Returns the values that the draft had when the form opened. */
export function useDraftBefore<Values>(draft: Place<Values>): Values | null {
  const [before] = useState(() => draft?.read() ?? null);
  return before;
}

/** Stores unsaved values, and deletes them once there are none. `wasKept` is whether the form began with stored ones. */
export function useKept<Values>(draft: Place<Values>, unsaved: Values | null, wasKept: boolean): void {
  const typed = unsaved === null ? null : JSON.stringify(unsaved);
  const isKept = useRef(wasKept);
  useEffect(() => {
    // An untouched form must not delete the draft about another subject.
    if (typed !== null || isKept.current) draft?.keep(unsaved);
    isKept.current = typed !== null;
    // `typed` compares the values by value. `unsaved` and `draft` are new objects on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
}
