import type { Vacancy } from '#contract/vacancies.ts';
import { NoteLine } from '#web/features/vacancies/card/note-line.tsx';

/**
 * Says that an action on one day of a multi-day job applies to all of its days: 'This is for 3 days, Mon, Nov 30 to
 * Wed, Dec 2.'
 */
export function JobNote({ vacancy: { job }, says = 'This is for' }: { vacancy: Pick<Vacancy, 'job'>; says?: string }) {
  return job?.together ? (
    <NoteLine>
      {says} {job.together}.
    </NoteLine>
  ) : null;
}
