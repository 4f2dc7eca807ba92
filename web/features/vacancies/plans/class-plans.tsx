import { useQuery } from '@tanstack/react-query';
import type { PlanReading } from '#contract/plans.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate, formatTime, localDate, localTime } from '#domain/time.ts';
import { PlansLink } from '#web/features/vacancies/card/vacancy-card.tsx';
import { PlanFileRow } from '#web/features/vacancies/plans/plan-file-row.tsx';
import { planReadingsQuery, plansQuery } from '#web/features/vacancies/plans/queries.ts';

/** The plans of a class for its teacher and the front office, and who opened them. */
export function ClassPlans({ vacancy }: { vacancy: Vacancy }) {
  const { id, googleDocLink, planFileIds = [] } = vacancy;
  const { data: plans } = useQuery({ ...plansQuery(id), enabled: planFileIds.length > 0 });
  const { data: readings = [] } = useQuery(planReadingsQuery(id));
  return (
    <div className="grid gap-1">
      {googleDocLink === null && planFileIds.length === 0 ? 'None yet' : null}
      {googleDocLink === null ? null : <PlansLink to={googleDocLink}>Open lesson plans</PlansLink>}
      {planFileIds.length === 0 ? null : (
        <ul>
          {plans?.files.map((file) => (
            <PlanFileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
      {readings.length === 0 ? null : (
        <details>
          <summary className="min-h-touch cursor-pointer py-2.5 text-meta font-medium text-ink-2">
            Opened {readings.length === 1 ? 'once' : `${readings.length} times`}
          </summary>
          <ul className="grid gap-1 text-meta text-ink-2">
            {readings.map((reading) => (
              <li key={reading.id}>{readingInWords(reading, vacancy.timeZone)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** 'Daniel Whitman opened the plans, November 23, 2026, 7:15 AM'. */
function readingInWords({ by, at, what, file }: PlanReading, timeZone: string): string {
  const opened = what === 'plans' ? 'the plans' : (file ?? 'a file that was deleted since');
  const when = new Date(at);
  return `${by ?? 'Someone whose account is gone'} opened ${opened}, ${formatDate(localDate(when, timeZone))}, ${formatTime(localTime(when, timeZone))}`;
}
