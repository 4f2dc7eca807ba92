import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import {
  cannotCome,
  confirmAssignment,
  declineVacancy,
  undeclineVacancy,
  updateVacancy,
  withdrawRequest,
} from '#contract/vacancy-moves.ts';
import { formatDate, formatTimeRange } from '#domain/time.ts';
import { undoSeconds } from '#domain/undo.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { leaveCard } from '#web/features/vacancies/card/leave-card.ts';
import { tellFailure, useMove } from '#web/features/vacancies/move/move.ts';
import { undoWords, undoYes } from '#web/features/vacancies/move/undo-yes.ts';
import { showToast } from '#web/ui/toast.ts';

/** Requests a vacancy with an optional message. The reply says whether they are booked already. */
export function useRequestVacancy(vacancy: Vacancy, userId: number, close: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (message: string) =>
      call(updateVacancy, {
        params: { id: vacancy.id },
        body: {
          status: 'pending_approval',
          requestedById: userId,
          requestedAt: new Date().toISOString(),
          ...(message.trim() === '' ? {} : { additionalNotes: message }),
        },
      }),
    onSuccess: async (requested) => {
      showToast({
        title: 'Success',
        ...requestedWords(requested, vacancy.requestOverlap !== null),
        ...(requested.undoUntil !== undefined && {
          duration: undoSeconds.offered * 1000,
          action: { label: 'Undo', act: () => void undoYes(queries, requested) },
        }),
      });
      flushSync(close);
      const showAgain = await leaveCard(vacancy.id);
      await changed(queries, 'vacancies');
      showAgain();
    },
    onError: tellFailure(queries, vacancy.id),
  });
}

/**
 * Returns the toast after a request: whether it is booked, and if so, which class it is, when it is, that their other requests for that
 * time are withdrawn, and until when they can undo it.
 */
function requestedWords(requested: Vacancy, hadOthers: boolean): { text: string; note?: string } {
  if (requested.status !== 'filled') return { text: 'Request submitted successfully. Awaiting teacher approval.' };
  const { description, schoolName, date, startTime, endTime, undoUntil } = requested;
  const note = [
    `${description}, ${formatDate(date)}, ${formatTimeRange(startTime, endTime)} at ${schoolName}.`,
    ...(hadOthers ? ['We withdrew your other requests for that time.'] : []),
    ...(undoUntil === undefined ? [] : [undoWords(requested, undoUntil)]),
  ];
  return { text: 'This assignment is yours.', note: note.join(' ') };
}

/** Hides an open vacancy permanently. Its card says so, offers Undo, and shows `more`. */
export function useDeclineVacancy(vacancy: Vacancy, more: ReactNode) {
  return useMove(vacancy, {
    make: () => call(declineVacancy, { params: { id: vacancy.id } }),
    done: { title: 'Vacancy declined', text: `${vacancy.description} won’t be offered to you again.` },
    outcome: 'You declined it. It won’t be offered to you again.',
    more,
    undo: () => call(undeclineVacancy, { params: { id: vacancy.id } }),
  });
}

/** Undoes a decline under the 'Declined' filter. */
export function useUndeclineVacancy(vacancy: Vacancy) {
  return useMove(vacancy, {
    make: () => call(undeclineVacancy, { params: { id: vacancy.id } }),
    done: { title: 'Decline undone', text: `${vacancy.description} is open to you again.` },
    outcome: 'It is open to you again.',
  });
}

/** Withdraws the user's request. */
export function useWithdrawRequest(vacancy: Vacancy) {
  return useMove(vacancy, {
    make: () => call(withdrawRequest, { params: { id: vacancy.id } }),
    done: { title: 'Request withdrawn', text: `${vacancy.description} is open to others again.` },
    outcome: 'You withdrew your request.',
  });
}

/** Confirms the user's assignment. */
export function useConfirmAssignment(vacancy: Vacancy) {
  const queries = useQueryClient();
  return useCommand({
    send: () => call(confirmAssignment, { params: { id: vacancy.id } }),
    toast: {
      title: 'Assignment confirmed',
      text: `${vacancy.schoolName} expects you on ${formatDate(vacancy.date)}.`,
    },
    changes: ['vacancies'],
    failed: tellFailure(queries, vacancy.id),
  });
}

/** Records that the assigned substitute can't come. It doesn't count as a cancellation. */
export function useCannotCome(vacancy: Vacancy, close: () => void) {
  return useMove(vacancy, {
    make: () => call(cannotCome, { params: { id: vacancy.id } }),
    done: { title: 'Answer sent', text: `${vacancy.schoolName} will look for someone else.` },
    close,
  });
}
