import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useTopLayer } from '#web/ui/layers.ts';

const short = 'You’re offline. Nothing can be saved yet.';

/** Says immediately that the device has no connection, below the header at any scroll position, and above an open dialog. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
  const layer = useTopLayer();
  const inPage = (
    // It lies in the space above the title, so the page doesn't move under a tap.
    <div className="pointer-events-none sticky top-header z-(--z-sticky) h-0 print:hidden">
      {/* The live region exists from the start: screen readers only announce changes in a region that they know. */}
      <div role="status" className="absolute inset-x-0 top-0">
        {isOnline ? null : (
          <p className="flex items-baseline gap-2 border-b border-line bg-pending-soft px-8 py-1 text-label font-medium text-ink max-md:justify-center max-md:px-1 max-md:py-0 max-md:text-meta">
            <Icon shape={icons.alert} size="small" className="relative top-0.5 text-pending max-md:hidden" />
            {short}
            <span className="max-md:hidden">This page may be out of date.</span>
          </p>
        )}
      </div>
    </div>
  );
  if (layer === null) return inPage;
  return (
    <>
      {inPage}
      {createPortal(
        // One line fits above the tallest dialog.
        <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-(--z-toast)">
          {isOnline ? null : (
            <p className="bg-pending-soft py-1.5 text-center text-meta font-medium text-ink">{short}</p>
          )}
        </div>,
        layer,
      )}
    </>
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
