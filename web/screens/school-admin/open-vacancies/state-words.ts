import type { Vacancy } from '#contract/vacancies.ts';
import { counted, hasEnded } from '#web/words/time.ts';

/** The rows of a list that have loaded. */
type Known = {
  rows: readonly Pick<Vacancy, 'date' | 'endTime' | 'timeZone' | 'coveredBy'>[];
  hasMore: boolean;
};

/**
 * Returns the school's state: '3 classes to fill · 1 not covered · no requests to review'. Today's classes stay among
 * the open ones until the day is over, but those that have ended can't be filled anymore.
 */
export function stateInWords(open: Known, pending: Known, now: Date): string {
  const ahead = open.rows.filter((row) => !hasEnded(row, now));
  const notCovered = open.rows.filter((row) => hasEnded(row, now) && !row.coveredBy);
  const requests = pending.rows.length;
  const count = ({ hasMore }: Known, rows: number, one: string, many: string) =>
    hasMore ? `More than ${rows} ${many}` : counted(rows, one, many);
  return [
    `${ahead.length === 0 ? 'No classes' : count(open, ahead.length, 'class', 'classes')} to fill`,
    ...(notCovered.length === 0 ? [] : [`${notCovered.length} not covered`]),
    requests === 0 ? 'no requests to review' : `${count(pending, requests, 'request', 'requests')} to review`,
  ].join(' · ');
}

/**
 * Returns the headings of the requests to review. `apart`: later requests follow today's open classes, so the first
 * heading says that its count is today's only.
 */
export const requestTitles = (apart: boolean) =>
  [apart ? 'Pending requests for today' : 'Pending requests', 'Pending requests for later days'] as const;
