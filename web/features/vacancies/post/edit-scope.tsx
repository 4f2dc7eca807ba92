import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type JobDayReply, listJobDays } from '#contract/job-days.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { daysInWords } from '#domain/job-days.ts';
import { formatShortDate, formatTimeRange } from '#domain/time.ts';
import { reading } from '#web/api/reading.ts';
import { Radio } from '#web/ui/choice.tsx';
import { Dot } from '#web/ui/dotted.tsx';
import { FieldGroup } from '#web/ui/field.tsx';

/**
 * Holds the choice between this day of a job and all of its remaining days. `days` are those to change, or null for
 * only this day. They keep the versions that they had when the choice was first shown, until `refresh`.
 */
export function useEditScope(vacancy: Vacancy) {
  const known = useQuery({
    ...reading(['vacancies', 'job', vacancy.id], listJobDays, { params: { id: vacancy.id } }),
    enabled: vacancy.job !== undefined,
  });
  const [seen, setSeen] = useState<JobDayReply[] | null>(null);
  const [all, setAll] = useState(false);
  if (seen === null && known.data !== undefined) setSeen(known.data);
  const days = seen !== null && seen.length > 1 ? seen : null;
  return {
    days,
    all,
    choose: setAll,
    chosen: all ? days : null,
    /** After a conflict: the next attempt is based on the current days. */
    refresh: () => void known.refetch().then(({ data }) => data && setSeen(data)),
  };
}

type EditScopeProps = Pick<ReturnType<typeof useEditScope>, 'days' | 'all' | 'choose'> & {
  vacancy: Vacancy;
  /** A new date moves one day, so the other days can't follow. */
  hasNewDate: boolean;
};

/** Shows that choice. Renders nothing for a vacancy whose job has no other remaining days. */
export function EditScope({ vacancy: { date }, days, all, choose, hasNewDate }: EditScopeProps) {
  const name = useId();
  if (days === null) return null;
  const others = all && !hasNewDate;
  return (
    <FieldGroup label="Change">
      <Radio name={name} label={`Only ${formatShortDate(date)}`} checked={!others} onChange={() => choose(false)} />
      <Radio
        name={name}
        label={`All remaining days: ${daysInWords(days.map((day) => day.date)) ?? ''}`}
        hint={
          hasNewDate
            ? 'A new date is only for this day.'
            : 'Each day gets the fields that you change here. Everything else stays as it is.'
        }
        disabled={hasNewDate}
        checked={others}
        onChange={() => choose(true)}
      />
      {others ? (
        <ul aria-label="Remaining days" className="grid gap-1 text-meta text-ink-2">
          {days.map(({ id, date: day, startTime, endTime, substituteName }) => (
            <li key={id} className="wrap-anywhere">
              {formatShortDate(day)}, {formatTimeRange(startTime, endTime)}
              <Dot />
              {substituteName ?? 'No substitute'}
            </li>
          ))}
        </ul>
      ) : null}
    </FieldGroup>
  );
}
