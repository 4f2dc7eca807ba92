import { useQuery } from '@tanstack/react-query';
import type { DateChoice } from '#domain/availability.ts';
import { formatShortDate } from '#domain/time.ts';
import { datesBetweenQuery } from '#web/screens/substitute/my-availability/dates.ts';
import { choiceOf, statusWords } from '#web/words/availability.ts';
import { Banner } from '#web/ui/banner.tsx';

/** The maximum number of dates that the banner names. */
const named = 5;

type ReplacedDatesProps = {
  /** The date on which the dialog opened. Its exception is in the form. */
  from: string;
  to: string;
  choice: DateChoice;
  notes: string;
};

/** Names the date exceptions within a range that saving would replace with other settings or notes. */
export function ReplacedDates({ from, to, choice, notes }: ReplacedDatesProps) {
  const { data = [] } = useQuery(datesBetweenQuery(from, to));
  const replaced = data.filter(
    (record) => record.date !== from && (choiceOf(record) !== choice || (record.notes ?? '') !== notes.trim()),
  );
  if (replaced.length === 0) return null;
  return (
    <Banner tone="pending" live title={`Saving replaces what you set for ${replaced.length} of these days`}>
      <ul>
        {replaced.slice(0, named).map((record) => (
          <li key={record.date} className="wrap-anywhere">
            {formatShortDate(record.date)}: {statusWords[choiceOf(record)]}
            {record.notes === null ? '' : `, “${record.notes}”`}
          </li>
        ))}
        {replaced.length > named ? <li>and {replaced.length - named} more</li> : null}
      </ul>
    </Banner>
  );
}
