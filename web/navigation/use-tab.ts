import { useParam } from '#web/navigation/use-param.ts';

/**
 * Returns the selected tab, in the address as `?tab=`. The default is `fallback` (the first tab that isn't empty).
 * Changes replace the history entry, so Back leaves the screen.
 */
export function useTab<Id extends string>(tabs: readonly Id[], fallback: Id): [tab: Id, choose: (tab: Id) => void] {
  const [asked, choose] = useParam('tab');
  return [tabs.find((tab) => tab === asked) ?? fallback, choose];
}
