import { useQuery } from '@tanstack/react-query';
import { getOwnYear } from '#contract/own-year.ts';
import { formatShortDate } from '#domain/time.ts';
import { reading } from '#web/api/reading.ts';

const ownYearQuery = reading(
  // The key is below the vacancies' key, because any change to a vacancy may change the days.
  ['vacancies', 'own-year'],
  getOwnYear,
);

type OwnYearProps = {
  /** Returns '6.5 days absent so far this school year'. */
  said: (days: string) => string;
  /** The label that opens the parts: 'By school'. */
  by: string;
  /** Explains how the days are counted. */
  how: string;
};

/**
 * Shows the days of a person's school year so far, with their parts on demand. Hidden while it loads or if it fails,
 * because it is an extra.
 */
export function OwnYear({ said, by, how }: OwnYearProps) {
  const { data } = useQuery(ownYearQuery);
  if (data === undefined || data.days === 0) return null;
  return (
    <details className="card px-5 py-3 max-md:px-4">
      <summary className="flex min-h-6 flex-wrap items-center gap-x-3 pointer-coarse:min-h-touch">
        <span className="font-semibold text-ink">{said(data.days === 1 ? '1 day' : `${data.days} days`)}</span>
        <span className="link text-meta">{by}</span>
      </summary>
      <dl className="mt-2 grid max-w-80 gap-1 text-label">
        {data.parts.map(({ name, days }) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="wrap-anywhere">{name}</dt>
            <dd className="font-semibold text-ink tabular-nums">{days === 1 ? '1 day' : `${days} days`}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-meta text-ink-3">
        Since {formatShortDate(data.from)}. {how}
      </p>
    </details>
  );
}
