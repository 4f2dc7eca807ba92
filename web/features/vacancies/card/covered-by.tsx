import type { Vacancy } from '#contract/vacancies.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Appears next to the status of an open vacancy that needs no substitute because colleagues cover every period. */
export function CoveredInsideBadge({ coveredBy }: Pick<Vacancy, 'coveredBy'>) {
  return coveredBy ? <Badge tone="filled">Covered by colleagues</Badge> : null;
}

/** Shows the colleagues who cover the class, by name. */
export function CoveredBy({ coveredBy }: Pick<Vacancy, 'coveredBy'>) {
  return coveredBy ? <p className="text-label wrap-anywhere text-ink-2">Covered by {namesOf(coveredBy)}.</p> : null;
}

/** Returns 'Ada Free, Ben Lee, and Cal Ivers'. */
function namesOf(people: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(people);
}
