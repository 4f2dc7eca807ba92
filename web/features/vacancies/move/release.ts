import type { Vacancy } from '#contract/vacancies.ts';
import { releaseSubstitute } from '#contract/vacancy-moves.ts';
import { call } from '#web/api/client.ts';
import { useMove } from '#web/features/vacancies/move/move.ts';

/**
 * Ends an assignment with a reason, on all remaining days of a job unless it is only for this day. `done` is the toast for the acting
 * teacher or substitute.
 */
export function useRelease(vacancy: Vacancy, done: { title: string; text: string }, close: () => void) {
  return useMove<{ reason: string; onlyThisDay: boolean }>(vacancy, {
    make: ({ reason, onlyThisDay }) =>
      call(releaseSubstitute, {
        params: { id: vacancy.id },
        body: { reason, ...(onlyThisDay ? { onlyThisDay } : {}) },
      }),
    done,
    close,
  });
}
