import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTopLayer } from '#web/ui/layers.ts';

/**
 * Announces immediately that the device has no connection, below the header at any scroll position, or above an open
 * dialog.
 */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
  const layer = useTopLayer();
  const line = isOnline ? null : (
    <p className="border-b border-line bg-pending-soft py-1 text-center max-md:py-0 text-meta font-medium text-ink">
      You’re offline. Nothing can be saved yet.<span className="max-md:hidden"> Pages may be out of date.</span>
    </p>
  );
  // The line moves into a dialog together with its live region, so it is there and announced only once: screen readers
  // announce changes in a region that they know, and each region exists before its line if the connection drops while
  // it is shown.
  return layer === null ? (
    // It lies in the space above the title, so the page doesn't move under a tap.
    <div className="pointer-events-none sticky top-header z-(--z-sticky) h-0 print:hidden">
      <div role="status" className="absolute inset-x-0 top-0">
        {line}
      </div>
    </div>
  ) : (
    createPortal(
      // One line fits above the tallest dialog.
      <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-(--z-toast)">
        {line}
      </div>,
      layer,
    )
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
