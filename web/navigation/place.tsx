import { createContext, startTransition, use, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { currentPlace, followPlace, type Arrival, type Place } from '#web/navigation/location.ts';
import { focusPageTitle } from '#web/ui/page-title.tsx';

const PlaceContext = createContext<Place | null>(null);

/** The place that is shown: the old one, until the new screen is there. */
export function usePlace(): Place {
  const place = use(PlaceContext);
  if (place === null) throw new Error('usePlace outside PlaceProvider');
  return place;
}

/**
 * Keeps the place. A change of screen is a transition: the old screen stays until the new one's file has arrived. Then
 * the page stands at its top (after Back: where one was) and focus is on its heading (after Back: on the link that was followed).
 */
export function PlaceProvider({ children }: { children: ReactNode }) {
  const [arrival, setArrival] = useState<Arrival>(() => ({ place: currentPlace(), scrollTo: scrollY, focus: null }));
  // Before any effect below may navigate: a guard that redirects at once must be heard.
  const shown = useRef(arrival);
  // On the same screen (a tab, a filter) there is no file to wait for: what was pressed shows at once.
  const follow = (next: Arrival) => {
    if (next.place.path === shown.current.place.path) setArrival(next);
    else startTransition(() => setArrival(next));
  };
  useLayoutEffect(() => followPlace(follow), []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = arrival;
    if (before === arrival) return;
    scrollTo(0, arrival.scrollTo);
    if (before.place.path === arrival.place.path) return;
    const there = arrival.focus === null ? null : document.querySelector<HTMLElement>(arrival.focus);
    if (there) there.focus({ preventScroll: true });
    else focusPageTitle();
  }, [arrival]);

  return <PlaceContext value={arrival.place}>{children}</PlaceContext>;
}
