import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import {
  cannotCome,
  confirmAssignment,
  declineVacancy,
  undeclineVacancy,
  withdrawRequest,
} from '#contract/vacancy-moves.ts';
import { formatDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { tellFailure, useMove } from '#web/features/vacancies/move/move.ts';

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
