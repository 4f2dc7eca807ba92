import type { Vacancy } from '#contract/vacancies.ts';
import { updateVacancy, undoAnswer } from '#contract/vacancy-moves.ts';
import { formatDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { useMove } from '#web/features/vacancies/move/move.ts';
import { showToast } from '#web/ui/toast.ts';

/**
 * Answers a request once, and says why the last attempt failed: a dialog, which has no line for a lost race, in a
 * toast.
 */
export function useAnswer(vacancy: Vacancy, { isInDialog = false } = {}) {
  const approve = useApproveRequest(vacancy, isInDialog);
  const reject = useRejectRequest(vacancy, isInDialog);
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

/** Undoes the answer. The toast replaces the one about the answer, which is no longer true. */
async function undo({ id }: Vacancy): Promise<void> {
  await call(undoAnswer, { params: { id } });
  showToast({ title: 'Undone', text: 'The request is waiting for an answer again. No one was notified.' });
}

/** Approves the request that the card shows. If another one has replaced it, the server refuses. */
function useApproveRequest(vacancy: Vacancy, tellsConflicts: boolean) {
  const substituteId = vacancy.requestedById;
  return useMove(vacancy, {
    make: () => call(updateVacancy, { params: { id: vacancy.id }, body: { status: 'filled', substituteId } }),
    done: {
      title: 'Substitute approved',
      text: `${vacancy.requester?.fullName ?? 'The substitute'} covers ${vacancy.description} on ${vacancy.job?.together ?? formatDate(vacancy.date)}.`,
    },
    failed: (reason, isLost) => (isLost ? reason : 'Failed to approve substitute. Please try again.'),
    outcome: `You approved ${vacancy.requester?.fullName ?? 'the substitute'}.`,
    undo: () => undo(vacancy),
    tellsConflicts,
  });
}

/** Rejects the request, which reopens the vacancy. */
function useRejectRequest(vacancy: Vacancy, tellsConflicts: boolean) {
  return useMove(vacancy, {
    make: () =>
      call(updateVacancy, {
        params: { id: vacancy.id },
        body: { status: 'open', requestedById: null, requestedAt: null },
      }),
    done: { title: 'Substitute rejected', text: `${vacancy.description} is open again.` },
    failed: (reason, isLost) => (isLost ? reason : 'Failed to reject substitute. Please try again.'),
    outcome: `You rejected ${vacancy.requester?.fullName ?? 'the substitute'}.`,
    undo: () => undo(vacancy),
    tellsConflicts,
  });
}
