import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useOwnCovers } from '#web/features/cover/own-covers.tsx';
import { ownCoversQuery } from '#web/features/cover/own-covers-query.ts';
import { SectionHeader } from '#web/ui/headers.tsx';

/** Says how long the cards below wait for the covers, in ms. */
const patience = 1500;

/** Shows the other classes that a booked substitute covers, or is asked to cover, in a free period. It is hidden without any. */
export function FreePeriods({ onReady }: { onReady?: (isReady: true) => void }) {
  const own = useQuery(ownCoversQuery);
  const { isPending } = own;
  useEffect(() => {
    if (onReady === undefined) return;
    if (!isPending) return onReady(true);
    // An assignment is more important than the order of the page, so a slow reply doesn't keep it hidden.
    const timer = setTimeout(() => onReady(true), patience);
    return () => clearTimeout(timer);
  }, [isPending, onReady]);
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
