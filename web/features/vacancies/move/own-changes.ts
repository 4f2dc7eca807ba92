import { flushSync } from 'react-dom';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import {
  cannotCome,
  confirmAssignment,
  declineVacancy,
  undeclineVacancy,
  updateVacancy,
  withdrawRequest,
} from '#contract/vacancy-moves.ts';
import { formatDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { leaveCard } from '#web/features/vacancies/card/leave-card.ts';
import { refreshVacancies, tellFailure, useMove } from '#web/features/vacancies/move/move.ts';
import { vacanciesKey, type VacancyPages } from '#web/features/vacancies/queries.ts';
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
      const text =
        requested.status === 'filled'
          ? 'This assignment is yours.'
          : 'Request submitted successfully. Awaiting teacher approval.';
      showToast({ title: 'Success', text });
      flushSync(close);
      const showAgain = await leaveCard(vacancy.id);
      await refreshVacancies(queries);
      showAgain();
    },
    onError: tellFailure(queries, vacancy.id),
  });
}

/**
 * Permanently hides an open vacancy. The card disappears immediately and returns if the call fails. The toast offers
 * Undo.
 */
export function useDeclineVacancy(vacancy: Vacancy) {
  const queries = useQueryClient();
  const undecline = async () => {
    try {
      await call(undeclineVacancy, { params: { id: vacancy.id } });
    } catch (error) {
      showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
    }
    await refreshVacancies(queries);
  };
  return useMutation({
    mutationFn: () => {
      const declined = call(declineVacancy, { params: { id: vacancy.id } });
      void leaveCard(vacancy.id).then(() => takeFromLists(queries, vacancy.id));
      return declined;
    },
    onSuccess: () => {
      showToast({
        title: 'Vacancy declined',
        text: `${vacancy.description} won’t be offered to you again.`,
        action: { label: 'Undo', act: () => void undecline() },
      });
      return refreshVacancies(queries);
    },
    onError: async (error) => {
      showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
      await refreshVacancies(queries);
    },
  });
}

/** Undoes a decline under the 'Declined' filter. */
export function useUndeclineVacancy(vacancy: Vacancy) {
  return useMove(vacancy, {
    make: () => call(undeclineVacancy, { params: { id: vacancy.id } }),
    done: { title: 'Decline undone', text: `${vacancy.description} is open to you again.` },
  });
}

function takeFromLists(queries: QueryClient, id: number): void {
  queries.setQueriesData<VacancyPages>(
    { queryKey: [...vacanciesKey, 'list'] },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => row.id !== id) })),
      },
  );
}

/** Withdraws the user's request. */
export function useWithdrawRequest(vacancy: Vacancy) {
  return useMove(vacancy, {
    make: () => call(withdrawRequest, { params: { id: vacancy.id } }),
    done: { title: 'Request withdrawn', text: `${vacancy.description} is open to others again.` },
  });
}

/** Confirms the user's assignment. */
export function useConfirmAssignment(vacancy: Vacancy) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(confirmAssignment, { params: { id: vacancy.id } }),
    onSuccess: () => {
      showToast({
        title: 'Assignment confirmed',
        text: `${vacancy.schoolName} expects you on ${formatDate(vacancy.date)}.`,
      });
      return refreshVacancies(queries);
    },
    onError: tellFailure(queries, vacancy.id),
  });
}

/** Tells the school that an assigned substitute can't come. It doesn't count as a cancellation. */
export function useCannotCome(vacancy: Vacancy, close: () => void) {
  return useMove(vacancy, {
    make: () => call(cannotCome, { params: { id: vacancy.id } }),
    done: { title: 'Answer sent', text: `${vacancy.schoolName} will look for someone else.` },
    close,
  });
}
