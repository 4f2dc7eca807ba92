import { createContext, startTransition, use, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { currentPlace, followPlace, type Arrival, type Place } from '#web/navigation/location.ts';
import { focusPageTitle } from '#web/ui/page-title.tsx';

const PlaceContext = createContext<Place | null>(null);

/** Returns the displayed place: the old one until the new screen is ready. */
export function usePlace(): Place {
  const place = use(PlaceContext);
  if (place === null) throw new Error('usePlace outside PlaceProvider');
  return place;
}

/**
 * Provides the current place. Changing screens is a transition: the old screen stays until the new one's file has
 * loaded. Then the page scrolls to its top (after Back: to the old position) and its heading gets focus (after Back:
 * the link that was followed).
 */
export function PlaceProvider({ children }: { children: ReactNode }) {
  const [arrival, setArrival] = useState<Arrival>(() => ({ place: currentPlace(), scrollTo: scrollY, focus: null }));
  // Subscribes before any effect below can navigate, so an immediate redirect isn't missed.
  const shown = useRef(arrival);
  // Changes within a screen (a tab, a filter) need no file, so they render immediately.
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
