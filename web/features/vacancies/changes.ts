import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Sent } from '#contract/endpoint.ts';
import { createVacancies, createVacancy } from '#contract/absences.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { deleteVacancy, releaseSubstitute, updateVacancy, type VacancyChanges } from '#contract/vacancy-moves.ts';
import { formatDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { refreshVacancies, tellFailure, useMove } from '#web/features/vacancies/move.ts';
import { showToast } from '#web/ui/toast.ts';

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
