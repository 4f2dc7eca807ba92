import { useSyncExternalStore } from 'react';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Says immediately that the device has no connection, below the header at any scroll position. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
  return (
    // The live region exists from the start: screen readers only announce changes in a region that they know.
    <div role="status" className="sticky top-header z-(--z-sticky) print:hidden">
      {isOnline ? null : (
        <p className="flex items-baseline gap-2 border-b border-line bg-pending-soft px-8 py-2 text-label font-medium text-ink max-md:px-4">
          <Icon shape={icons.alert} size="small" className="relative top-0.5 text-pending" />
          You’re offline. This page may be out of date, and nothing can be saved until you’re connected.
        </p>
      )}
    </div>
  );
}

function follow(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
