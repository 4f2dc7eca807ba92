import { useParam } from '#web/navigation/use-param.ts';

/**
 * The chosen tab, kept in the URL as `?tab=`; without one there, `fallback` (the first that is not empty).
 * Choosing replaces the address, so that Back leaves the screen.
 */
export function useTab<Id extends string>(tabs: readonly Id[], fallback: Id): [tab: Id, choose: (tab: Id) => void] {
  const [asked, choose] = useParam('tab');
  return [tabs.find((tab) => tab === asked) ?? fallback, choose];
}
