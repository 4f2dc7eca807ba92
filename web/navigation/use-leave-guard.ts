import { useEffect } from 'react';
import { blockLeaving } from '#web/navigation/location.ts';

/** While `dirty`, leaving the screen asks: by a link through us, by closing or reloading through the browser. */
export function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    const unblock = blockLeaving(() => !confirm('You have unsaved changes. Leave without saving?'));
    return () => {
      removeEventListener('beforeunload', warn);
      unblock();
    };
  }, [dirty]);
}
