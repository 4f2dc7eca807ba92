import { useQuery } from '@tanstack/react-query';
import { offerRecordQuery } from '#web/features/person/record-queries.ts';
import { counted } from '#web/words/time.ts';

/**
 * Shows the work that the reader's school offered a substitute this month and their answers, next to the other
 * substitutes.
 */
export function OfferRecord({ id }: { id: number }) {
  const { data } = useQuery(offerRecordQuery(id));
  if (data === undefined) return null;
  const { offers, answers, days, median } = data;
  return (
    <section aria-labelledby="offer-record" className="grid gap-1">
      <h3 id="offer-record" className="text-label font-semibold">
        Notified of {counted(offers, 'vacancy', 'vacancies')}, answered&nbsp;{answers}, booked on {counted(days, 'day')}{' '}
        <span className="font-regular text-ink-3">this month</span>
      </h3>
      {median === null ? null : (
        <p className="text-meta text-ink-3">
          Median of your substitutes: notified of&nbsp;{median.offers}, answered&nbsp;{median.answers},{' '}
          {counted(median.days, 'day')}
        </p>
      )}
    </section>
  );
}
