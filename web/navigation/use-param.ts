import { useCallback, useRef } from 'react';
import { currentPlace, navigate } from '#web/navigation/location.ts';
import { usePlace } from '#web/navigation/place.tsx';

/** The current address with one query parameter set, or without it. */
function withParam(name: string, value: string | null): string {
  const { path, search } = currentPlace();
  const params = new URLSearchParams(search);
  if (value === null || value === '') params.delete(name);
  else params.set(name, value);
  const query = params.toString();
  return query === '' ? path : `${path}?${query}`;
}

/** A filter, month or the like in the address. Choosing replaces the address, so that Back leaves the screen. */
export function useParam(name: string): [value: string | null, choose: (value: string | null) => void] {
  const { search } = usePlace();
  return [new URLSearchParams(search).get(name), (value) => navigate(withParam(name, value), { replace: true })];
}

type Layer = {
  /** What is open, as the address names it; null for nothing. */
  open: string | null;
  show: (id: string) => void;
  close: () => void;
};

/** What stands open over the screen (a dialog), in the address: Back closes it, and a reload opens it again. `show` and `close` stay the same. */
export function useLayer(name = 'dialog'): Layer {
  const { search } = usePlace();
  const pushed = useRef(false);
  // The same functions as before: a list of hundreds whose rows open something is not drawn again when one of them does.
  const show = useCallback(
    (id: string) => {
      pushed.current = true;
      navigate(withParam(name, id));
    },
    [name],
  );
  const close = useCallback(() => {
    // An entry of our own is taken back, so that Back does not open the dialog again.
    if (pushed.current) history.back();
    else navigate(withParam(name, null), { replace: true });
    pushed.current = false;
  }, [name]);
  return { open: new URLSearchParams(search).get(name), show, close };
}
