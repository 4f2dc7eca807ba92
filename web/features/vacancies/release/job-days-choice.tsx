import { useId } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatShortDate } from '#domain/time.ts';
import { Radio } from '#web/ui/choice.tsx';
import { FieldGroup } from '#web/ui/field.tsx';

type JobDaysChoiceProps = {
  /** The name of the choice: 'Days to swap'. */
  label: string;
  vacancy: Pick<Vacancy, 'date'>;
  /** The words before all days. */
  all?: string;
  /**
   * All days that can change together, in words: '3 days, Mon, Nov 30 to Wed, Dec 2'. It is null if there is only this
   * one.
   */
  together: string | null | undefined;
  onlyThisDay: boolean;
  /** A sentence about the choice of only this day. */
  hint?: string;
  onChoose: (onlyThisDay: boolean) => void;
};

/**
 * Asks whether something concerns all remaining days of a multi-day job or only this one. Renders nothing for a vacancy
 * without other days.
 */
export function JobDaysChoice({
  label,
  vacancy,
  all = 'All remaining days',
  together,
  onlyThisDay,
  hint,
  onChoose,
}: JobDaysChoiceProps) {
  const name = useId();
  if (!together) return null;
  return (
    <FieldGroup label={label}>
      <Radio name={name} label={`${all}: ${together}`} checked={!onlyThisDay} onChange={() => onChoose(false)} />
      <Radio
        name={name}
        label={`Only ${formatShortDate(vacancy.date)}`}
        hint={hint}
        checked={onlyThisDay}
        onChange={() => onChoose(true)}
      />
    </FieldGroup>
  );
}
