import type { Vacancy } from '#contract/vacancies.ts';
import { useApproveRequest, useRejectRequest } from '#web/features/vacancies/move/changes.ts';

/** Answers a card's request once, and tells why the last attempt failed. */
export function useAnswer(vacancy: Vacancy) {
  const approve = useApproveRequest(vacancy);
  const reject = useRejectRequest(vacancy);
  const act = (answer: typeof approve, other: typeof reject) => {
    if (approve.isPending || reject.isPending) return;
    other.reset();
    answer.mutate();
  };
  return {
    approve: () => act(approve, reject),
    reject: () => act(reject, approve),
    isApproving: approve.isPending,
    isRejecting: reject.isPending,
    error: reject.error ?? approve.error,
  };
}
