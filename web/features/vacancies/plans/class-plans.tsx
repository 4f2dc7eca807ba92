import { useQuery } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import { PlansLink } from '#web/features/vacancies/card/vacancy-card.tsx';
import { PlanFileRow } from '#web/features/vacancies/plans/plan-file-row.tsx';
import { Readings } from '#web/features/vacancies/plans/readings.tsx';
import { planReadingsQuery, plansQuery } from '#web/features/vacancies/plans/queries.ts';

/** Shows the plans of a class for its teacher and the front office, and who opened them. */
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
      <Readings readings={readings} timeZone={vacancy.timeZone} />
    </div>
  );
}
