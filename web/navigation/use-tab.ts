import { navigate } from '#web/navigation/location.ts';
import { usePlace } from '#web/navigation/place.tsx';

/**
 * The chosen tab, kept in the URL as `?tab=`; without one there, `fallback` (the first that is not empty).
 * Choosing replaces the address, so that Back leaves the screen.
 */
export function useTab<Id extends string>(tabs: readonly Id[], fallback: Id): [tab: Id, choose: (tab: Id) => void] {
  const { path, search } = usePlace();
  const asked = new URLSearchParams(search).get('tab');
  const choose = (tab: Id) => navigate(`${path}?${new URLSearchParams({ tab })}`, { replace: true });
  return [tabs.find((tab) => tab === asked) ?? fallback, choose];
}
