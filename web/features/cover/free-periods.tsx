import { useQuery } from '@tanstack/react-query';
import { useOwnCovers } from '#web/features/cover/own-covers.tsx';
import { ownCoversQuery } from '#web/features/cover/own-covers-query.ts';
import { SectionHeader } from '#web/ui/headers.tsx';

/** Shows the other classes that a booked substitute covers, or is asked to cover, in a free period. It is hidden without any. */
export function FreePeriods() {
  const own = useQuery(ownCoversQuery);
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
