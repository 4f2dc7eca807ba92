import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOwnCovers } from '#web/features/cover/own-covers.tsx';
import { ownCoversQuery } from '#web/features/cover/own-covers-query.ts';
import { SectionHeader } from '#web/ui/headers.tsx';

/**
 * Shows the other classes that a booked substitute covers, or is asked to cover, in a free period. Renders nothing if
 * there are none. Calls `onShown` once they have loaded, or can't be.
 */
export function FreePeriods({ onShown }: { onShown?: () => void }) {
  const own = useQuery(ownCoversQuery);
  const { isLoading } = own;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once they have loaded
  useEffect(() => (isLoading ? undefined : onShown?.()), [isLoading]);
  const list = useOwnCovers(own.data?.covers ?? []);
  if (list === null) return null;
  return (
    <section aria-labelledby="covers">
      <SectionHeader id="covers" title="In your free periods" />
      <div className="card">
        {list}
        <p className="border-t border-line px-5 py-3 text-label text-ink-3 max-md:px-4">
          These periods are part of the day you’re booked and paid for.
        </p>
      </div>
    </section>
  );
}
