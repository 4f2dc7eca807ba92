import { useId } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatShortDate } from '#domain/time.ts';
import { Radio } from '#web/ui/choice.tsx';
import { FieldGroup } from '#web/ui/field.tsx';

type JobScopeProps = { vacancy: Vacancy; wholeJob: boolean; onChoose: (wholeJob: boolean) => void };

/**
 * Offers, for a day of a multi-day job, the choice between this day and all days that haven't begun. Renders nothing
 * for any other vacancy.
 */
export function JobScope({ vacancy: { job, date }, wholeJob, onChoose }: JobScopeProps) {
  const name = useId();
  if (!job) return null;
  return (
    <FieldGroup label={job.sentence}>
      <Radio name={name} label={`Only ${formatShortDate(date)}`} checked={!wholeJob} onChange={() => onChoose(false)} />
      <Radio
        name={name}
        label="All days of the job that haven’t begun"
        checked={wholeJob}
        onChange={() => onChoose(true)}
      />
    </FieldGroup>
  );
}
