import { flushSync } from 'react-dom';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Sent } from '#contract/endpoint.ts';
import {
  cannotCome,
  confirmAssignment,
  createVacancies,
  createVacancy,
  declineVacancy,
  deleteVacancy,
  releaseSubstitute,
  undeclineVacancy,
  updateVacancy,
  withdrawRequest,
  type Vacancy,
  type VacancyChanges,
} from '#contract/vacancies.ts';
import { formatDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { badgesQuery } from '#web/features/notices/badges.ts';
import { isConflict } from '#web/features/vacancies/conflict.ts';
import { vacanciesKey, type VacancyPages } from '#web/features/vacancies/queries.ts';
import { leaveCard } from '#web/features/vacancies/leave-card.ts';
import { showToast } from '#web/ui/toast.ts';

/** Has every vacancy and the counts of the sidebar fetched again. */
export function refreshVacancies(queries: QueryClient): Promise<unknown> {
  return Promise.all([queries.invalidateQueries({ queryKey: vacanciesKey }), queries.invalidateQueries({ queryKey: badgesQuery.queryKey })]);
}

/** Says in a toast that something failed; a lost race (409) is said in its card instead, which then stays. */
function tellFailure(sentence: (reason: string) => string) {
  return (error: Error) => {
    if (!isConflict(error)) showToast({ title: 'Error', text: sentence(sentenceOf(error)), destructive: true });
  };
}

const itself = (reason: string): string => reason;

type Posting = {
  body: Omit<Sent<typeof createVacancy>['body'], 'date'>;
  /** One vacancy for each; all of them or none. */
  dates: readonly string[];
  /** The key of one logical attempt: repeated, it creates once. */
  attempt: string;
};

/** Posts an absence of one day or several. */
export function useCreateVacancy() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, dates: [date = '', ...more], attempt }: Posting): Promise<void> => {
      if (more.length === 0) await call(createVacancy, { body: { ...body, date }, idempotencyKey: attempt });
      else await call(createVacancies, { body: { ...body, dates: [date, ...more] }, idempotencyKey: attempt });
    },
    onSuccess: (_, { dates }) => {
      showToast({ title: 'Success', text: 'Absence request created successfully', ...(dates.length > 1 ? { note: `${dates.length} days, one vacancy for each.` } : {}) });
      // The form leaves at once; what the next screens show is fetched there.
      void refreshVacancies(queries);
    },
    onError: tellFailure((reason) => `Failed to create vacancy request. Please try again. ${reason}`),
  });
}

/** Edits an own vacancy, or adds to it. */
export function useEditVacancy(vacancy: Vacancy) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<VacancyChanges, 'status' | 'substituteId' | 'requestedById' | 'requestedAt'>) => call(updateVacancy, { params: { id: vacancy.id }, body }),
    onSuccess: () => {
      showToast({ title: 'Vacancy updated', text: vacancy.status === 'open' ? `${vacancy.description} is up to date.` : 'The substitute is told.' });
      return refreshVacancies(queries);
    },
  });
}

type Move<Input> = {
  make: (input: Input) => Promise<unknown>;
  done: { title: string; text: string };
  /** What a toast says of a failure, given the server's sentence. */
  failed?: (reason: string) => string;
  /** Closes the dialog in which it was decided. */
  close?: () => void;
};

/** A move that takes the vacancy out of the list it stands in: its card fades, focus goes on, the lists follow. */
function useMove<Input = void>(vacancy: Vacancy, { make, done, failed = itself, close }: Move<Input>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSuccess: async () => {
      showToast(done);
      // Focus can only go on to the next card once the page behind the dialog is no longer inert.
      if (close) flushSync(close);
      const showAgain = await leaveCard(vacancy.id);
      await refreshVacancies(queries);
      showAgain();
    },
    onError: tellFailure(failed),
  });
}

/** Approves the request that the card shows; another one by now is refused by the server. */
export function useApproveRequest(vacancy: Vacancy) {
  const substituteId = vacancy.requestedById;
  return useMove(vacancy, {
    make: () => call(updateVacancy, { params: { id: vacancy.id }, body: { status: 'filled', substituteId } }),
    done: { title: 'Substitute approved', text: `${vacancy.requester?.fullName ?? 'The substitute'} covers ${vacancy.description} on ${formatDate(vacancy.date)}.` },
    failed: () => 'Failed to approve substitute. Please try again.',
  });
}

/** Rejects the request; the vacancy is open again. */
export function useRejectRequest(vacancy: Vacancy) {
  return useMove(vacancy, {
    make: () => call(updateVacancy, { params: { id: vacancy.id }, body: { status: 'open', requestedById: null, requestedAt: null } }),
    done: { title: 'Substitute rejected', text: `${vacancy.description} is open again.` },
    failed: () => 'Failed to reject substitute. Please try again.',
  });
}

/** Asks for a vacancy, with words for the teacher or without; the reply says whether it is theirs already. */
export function useRequestVacancy(vacancy: Vacancy, userId: number, close: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (message: string) =>
      call(updateVacancy, {
        params: { id: vacancy.id },
        body: { status: 'pending_approval', requestedById: userId, requestedAt: new Date().toISOString(), ...(message.trim() === '' ? {} : { additionalNotes: message }) },
      }),
    onSuccess: async (requested) => {
      const text = requested.status === 'filled' ? 'This assignment is yours.' : 'Request submitted successfully. Awaiting teacher approval.';
      showToast({ title: 'Success', text });
      flushSync(close);
      const showAgain = await leaveCard(vacancy.id);
      await refreshVacancies(queries);
      showAgain();
    },
    onError: tellFailure(itself),
  });
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
    await refreshVacancies(queries);
  };
  return useMutation({
    mutationFn: () => {
      const declined = call(declineVacancy, { params: { id: vacancy.id } });
      void leaveCard(vacancy.id).then(() => takeFromLists(queries, vacancy.id));
      return declined;
    },
    onSuccess: () => {
      showToast({ title: 'Vacancy declined', text: `${vacancy.description} is not offered to you again.`, action: { label: 'Undo', act: () => void undecline() } });
      return queries.invalidateQueries({ queryKey: badgesQuery.queryKey });
    },
    onError: async (error) => {
      showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
      await refreshVacancies(queries);
    },
  });
}

function takeFromLists(queries: QueryClient, id: number): void {
  queries.setQueriesData<VacancyPages>({ queryKey: [...vacanciesKey, 'list'] }, (known) =>
    known && { ...known, pages: known.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => row.id !== id) })) },
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
      showToast({ title: 'Assignment confirmed', text: `${vacancy.schoolName} expects you on ${formatDate(vacancy.date)}.` });
      return refreshVacancies(queries);
    },
    onError: tellFailure(itself),
  });
}

/** Says that a substitute whom somebody assigned cannot come: no cancellation on their record. */
export function useCannotCome(vacancy: Vacancy, close: () => void) {
  return useMove(vacancy, {
    make: () => call(cannotCome, { params: { id: vacancy.id } }),
    done: { title: 'Answer sent', text: `${vacancy.schoolName} looks for somebody else.` },
    close,
  });
}

/** Ends an assignment, giving a reason. `done` says so to whoever does it: the teacher or the substitute. */
export function useRelease(vacancy: Vacancy, done: { title: string; text: string }, close: () => void) {
  return useMove<string>(vacancy, { make: (reason) => call(releaseSubstitute, { params: { id: vacancy.id }, body: { reason } }), done, close });
}

/** Takes an own absence away; whoever asked for it or covers it is told. */
export function useDeleteVacancy(vacancy: Vacancy, close: () => void) {
  return useMove(vacancy, {
    make: () => call(deleteVacancy, { params: { id: vacancy.id } }),
    done: { title: 'Vacancy deleted', text: `Your absence on ${formatDate(vacancy.date)} is cancelled.` },
    failed: (reason) => `Failed to delete vacancy: ${reason}`,
    close,
  });
}
