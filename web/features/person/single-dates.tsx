import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatLongDate } from '#domain/time.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { choiceOf, statusWords } from '#web/words/availability.ts';
import { singleDatesQuery } from '#web/features/people/people.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

const shownFirst = 10;

/** Shows a substitute's date exceptions from today on. */
export function SingleDates({ id, name }: { id: number; name: string }) {
  const dates = useQuery(singleDatesQuery(id));
  const [all, setAll] = useState(false);
  return (
    <section aria-labelledby="single-dates" className="mt-5 border-t border-line pt-4.5">
      <h3 id="single-dates" className="mb-2">
        Date exceptions
      </h3>
      <Loaded query={dates} what="date exceptions" level={3} skeleton={<Skeleton className="h-16 rounded-control" />}>
        {(data) =>
          data.length === 0 ? (
            <p className="text-label text-ink-3">{name} has none from today on.</p>
          ) : (
            <>
              <ul aria-label="Date exceptions" className="divide-y divide-line text-label">
                {(all ? data : data.slice(0, shownFirst)).map(({ id: entry, date, status, part }) => (
                  <li key={entry} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                    <span className="min-w-44 text-ink tabular-nums">{formatLongDate(date)}</span>
                    <Badge tone={status === 'unavailable' ? 'neutral' : 'filled'}>
                      {statusWords[choiceOf({ status, part })]}
                    </Badge>
                  </li>
                ))}
              </ul>
              {!all && data.length > shownFirst ? (
                <Button className="mt-3" onClick={() => setAll(true)}>
                  Show more
                </Button>
              ) : null}
            </>
          )
        }
      </Loaded>
    </section>
  );
}
