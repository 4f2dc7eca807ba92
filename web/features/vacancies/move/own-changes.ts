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
import { formatDate, formatTimeRange } from '#domain/time.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { leaveCard } from '#web/features/vacancies/card/leave-card.ts';
import { tellFailure, useMove } from '#web/features/vacancies/move/move.ts';
import type { VacancyPages } from '#web/features/vacancies/queries.ts';
import { showToast } from '#web/ui/toast.ts';

/** Asks for a vacancy, with words for the teacher or without; the reply says whether it is theirs already. */
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
      showToast({ title: 'Success', ...requestedWords(requested, vacancy.requestOverlap !== null) });
      flushSync(close);
      const showAgain = await leaveCard(vacancy.id);
      await changed(queries, 'vacancies');
      showAgain();
    },
    onError: tellFailure(queries, vacancy.id),
  });
}

/** Says whether it is theirs already; if so which class it is and when, and that their other requests for that time are gone. */
function requestedWords(requested: Vacancy, hadOthers: boolean): { text: string; note?: string } {
  if (requested.status !== 'filled') return { text: 'Request submitted successfully. Awaiting teacher approval.' };
  const { description, schoolName, date, startTime, endTime } = requested;
  const booked = `${description}, ${formatDate(date)}, ${formatTimeRange(startTime, endTime)} at ${schoolName}.`;
  return {
    text: 'This assignment is yours.',
    note: hadOthers ? `${booked} We withdrew your other requests for that time.` : booked,
  };
}

/** Hides an open vacancy for good. The card goes at once and comes back where the call fails; the toast can undo it. */
export function useDeclineVacancy(vacancy: Vacancy) {
  const queries = useQueryClient();
  const undecline = async () => {
    try {
      await call(undeclineVacancy, { params: { id: vacancy.id } });
    } catch (error) {
      showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
    }
    await changed(queries, 'vacancies');
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
        text: `${vacancy.description} is not offered to you again.`,
        action: { label: 'Undo', act: () => void undecline() },
      });
      return changed(queries, 'vacancies');
    },
    onError: async (error) => {
      showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
      await changed(queries, 'vacancies');
    },
  });
}

/** Takes a decline back, under the 'Declined' filter: the vacancy is offered again. */
export function useUndeclineVacancy(vacancy: Vacancy) {
  return useMove(vacancy, {
    make: () => call(undeclineVacancy, { params: { id: vacancy.id } }),
    done: { title: 'Decline taken back', text: `${vacancy.description} is offered to you again.` },
  });
}

function takeFromLists(queries: QueryClient, id: number): void {
  queries.setQueriesData<VacancyPages>(
    { queryKey: ['vacancies', 'list'] },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => row.id !== id) })),
      },
  );
}

/** Takes an own request back. */
export function useWithdrawRequest(vacancy: Vacancy) {
  return useMove(vacancy, {
    make: () => call(withdrawRequest, { params: { id: vacancy.id } }),
    done: { title: 'Request withdrawn', text: `${vacancy.description} is open to others again.` },
  });
}

/** Says that the assigned substitute comes. */
export function useConfirmAssignment(vacancy: Vacancy) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(confirmAssignment, { params: { id: vacancy.id } }),
    onSuccess: () => {
      showToast({
        title: 'Assignment confirmed',
        text: `${vacancy.schoolName} expects you on ${formatDate(vacancy.date)}.`,
      });
      return changed(queries, 'vacancies');
    },
    onError: tellFailure(queries, vacancy.id),
  });
}

/** Says that a substitute whom somebody assigned cannot come: no cancellation on their record. */
export function useCannotCome(vacancy: Vacancy, close: () => void) {
  return useMove(vacancy, {
    make: () => call(cannotCome, { params: { id: vacancy.id } }),
    done: { title: 'Answer sent', text: `${vacancy.schoolName} will look for someone else.` },
    close,
  });
}
