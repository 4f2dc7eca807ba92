import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { navigate, takeBack, whenSettled } from '#web/navigation/location.ts';
import { usePlace } from '#web/navigation/place.tsx';
import { paramNow, withParam } from '#web/navigation/use-param.ts';

export type Layer = {
  /** The id in the address. It is null while nothing is open. */
  open: string | null;
  show: (id: string) => void;
  /** Shows another layer instead. Closing leaves both. */
  swap: (id: string) => void;
  /** Closes the layer. Calling it again, or after Back has closed it, does nothing. */
  close: () => void;
};

/**
 * Returns a layer over the screen (a dialog), in the address as `?NAME=ID`. Back closes it; a reload and a shared link
 * open it. `show` adds an entry to the history, and the entry records that, even across a reload. `close` goes back
 * past that entry. If a link led here and there is no entry, it closes the layers above and changes the address.
 */
export function useLayer(name = 'dialog'): Layer {
  const { search } = usePlace();
  const named = new URLSearchParams(search).get(name) || null;
  // Closes immediately. The address follows.
  const [closed, setClosed] = useState<string | null>(null);
  if (closed !== null && named !== closed) setClosed(null);
  const open = named === closed ? null : named;
  // Each opening is distinct, so a late reply closes only its own.
  const [opening, setOpening] = useState({ open });
  if (opening.open !== open) setOpening({ open });
  const shown = useRef<object | null>(null);
  useLayoutEffect(() => {
    shown.current = opening;
    return () => {
      shown.current = null;
    };
  }, [opening]);

  // A stable function, so opening a row doesn't re-render a list of hundreds.
  const show = useCallback((id: string) => openLayer(name, id, () => setClosed(null)), [name]);
  const swap = useCallback((id: string) => navigate(withParam(name, id), { replace: true }), [name]);
  const close = useCallback(() => {
    const id = opening.open;
    // Back may have changed the address before the screen updates.
    if (id === null || shown.current !== opening || paramNow(name) !== id) return;
    shown.current = null;
    setClosed(id);
    if (!takeBack(name)) whenSettled(() => navigate(withParam(name, null), { replace: true }));
  }, [name, opening]);
  return { open, show, swap, close };
}

/** Opens the layer with this name, which another component shows. */
export function openLayer(name: string, id: string, before: () => void = () => undefined): void {
  whenSettled(() => {
    before();
    navigate(withParam(name, id), { layer: name });
  });
}
