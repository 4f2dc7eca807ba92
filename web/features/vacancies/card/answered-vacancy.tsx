import type { Vacancy } from '#contract/vacancies.ts';
import { undoSeconds } from '#domain/undo.ts';
import { sentenceOf } from '#web/api/errors.ts';
import type { AnsweredVacancies } from '#web/features/vacancies/card/use-answered-vacancies.ts';
import { AnsweredRow } from '#web/ui/answered-row.tsx';

type AnsweredVacancyProps = {
  vacancy: Vacancy;
  kept: NonNullable<ReturnType<AnsweredVacancies['keptOf']>>;
  className?: string;
};

/** Shows an answered vacancy instead of its card. */
export function AnsweredVacancy({ vacancy, kept, className = 'card' }: AnsweredVacancyProps) {
  return (
    <AnsweredRow
      rowId={vacancy.id}
      title={vacancy.description}
      kept={kept}
      sentenceOf={sentenceOf}
      seconds={undoSeconds.offered}
      className={className}
    />
  );
}
