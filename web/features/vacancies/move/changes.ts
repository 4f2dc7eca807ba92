import { useQueryClient } from '@tanstack/react-query';
import type { Sent } from '#contract/endpoint.ts';
import { createVacancies, createVacancy } from '#contract/absences.ts';
import { deleteJob, editJob } from '#contract/job-days.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { updateVacancy, type VacancyChanges } from '#contract/vacancy-moves.ts';
import { assignSubstitute, confirmByPhone, correctVacancy, deleteVacancy } from '#contract/vacancy-staff.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { tellFailure, useMove } from '#web/features/vacancies/move/move.ts';

type Posting = {
  body: Omit<Sent<typeof createVacancy>['body'], 'date'>;
  /** One vacancy per day: all of them or none. */
  dates: readonly string[];
  /** Whether consecutive days are one job. */
  asOneJob: boolean;
  /** The key of one logical attempt. Retries create only once. */
  attempt: string;
};

/** The toast after posting, given the number of days and the first one, or the error. */
export type PostingWords = {
  done: (days: number, first: string) => { title: string; text: string; note?: string };
  failed: (reason: string) => string;
};

/** Posts an absence for one day or several. */
export function useCreateVacancy({ done, failed }: PostingWords) {
  return useCommand({
    send: async ({ body, dates: [date = '', ...more], asOneJob, attempt }: Posting): Promise<void> => {
      if (more.length === 0) await call(createVacancy, { body: { ...body, date }, idempotencyKey: attempt });
      else
        await call(createVacancies, { body: { ...body, dates: [date, ...more], asOneJob }, idempotencyKey: attempt });
    },
    toast: (_, { dates: { length, 0: first = '' } }) => done(length, first),
    changes: ['vacancies'],
    // The form closes immediately. The next screen fetches what it shows.
    endsFirst: true,
    // The form itself shows the earlier post and offers the options.
    failed: (error) => (isAlreadyAbsent(error) ? undefined : { title: 'Error', text: failed(sentenceOf(error)) }),
  });
}

/** Returns whether the teacher is already absent at that time. */
export function isAlreadyAbsent(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'already_absent';
}

type EditOfDays = {
  body: Omit<VacancyChanges, 'status' | 'substituteId' | 'requestedById' | 'requestedAt'>;
  /** The remaining days of its job, as the form knows them, if all of them change in the same way. */
  jobDays: readonly { id: number; version: number }[] | null;
};

/** Edits one's own vacancy or the remaining days of its job, or adds to them. */
export function useEditVacancy(vacancy: Vacancy) {
  const queries = useQueryClient();
  return useCommand({
    send: ({ body, jobDays }: EditOfDays) => {
      const params = { id: vacancy.id };
      if (jobDays === null) return call(updateVacancy, { params, body });
      const { date: _date, ...edit } = body;
      const others = jobDays.filter(({ id }) => id !== vacancy.id).map(({ id, version }) => ({ id, version }));
      return call(editJob, { params, body: { ...edit, others } });
    },
    toast: ({ status, description }, { jobDays }) => ({
      title: jobDays === null ? 'Vacancy updated' : `${jobDays.length} days updated`,
      text: status === 'open' ? `${description} is up to date.` : 'We’ll notify the substitute.',
    }),
    changes: ['vacancies'],
    failed: (error) => {
      // The form itself shows the earlier post and offers to save anyway.
      if (!isAlreadyAbsent(error)) tellFailure(queries, vacancy.id)(error);
    },
  });
}

/** Deletes a vacancy and notifies its substitute. `text` is the toast for the acting teacher or admin. */
export function useDeleteVacancy(vacancy: Vacancy, text: string, close: () => void, wholeJob = false) {
  return useMove(vacancy, {
    make: () => call(wholeJob ? deleteJob : deleteVacancy, { params: { id: vacancy.id } }),
    done: { title: 'Vacancy deleted', text },
    failed: (reason) => `Failed to delete vacancy: ${reason}`,
    tellsConflicts: true,
    close,
  });
}

/** Assigns a substitute, and asks them to confirm. It is for admins. */
export function useAssignSubstitute(vacancy: Vacancy, close: () => void) {
  return useMove<{ id: number; fullName: string; endsRequest: boolean; overLimitReason?: string }>(vacancy, {
    make: ({ id, overLimitReason }) =>
      call(assignSubstitute, {
        params: { id: vacancy.id },
        body: { substituteId: id, ...(overLimitReason === undefined ? {} : { overLimitReason }) },
      }),
    done: (_, { fullName, endsRequest }) => ({
      title: 'Substitute assigned',
      text: `We asked ${fullName} to confirm.${endsRequest ? ' Their request for another class at that time has ended.' : ''}`,
    }),
    failed: (reason) => `Failed to assign substitute: ${reason}`,
    tellsConflicts: true,
    close,
  });
}

/** Records that the assigned substitute said yes on the phone. */
export function useConfirmByPhone(vacancy: { id: number; substitute: { fullName: string } | null }) {
  const queries = useQueryClient();
  return useCommand({
    send: () => call(confirmByPhone, { params: { id: vacancy.id } }),
    toast: {
      title: 'Assignment confirmed',
      text: `${vacancy.substitute?.fullName ?? 'The substitute'} confirmed by phone.`,
    },
    changes: ['vacancies'],
    failed: tellFailure(queries, vacancy.id),
  });
}

/** Records who was actually there once it is over, or null for no one, with a reason. */
export function useCorrectVacancy(vacancy: Vacancy, close: () => void) {
  const queries = useQueryClient();
  return useCommand({
    send: (body: { substituteId: number | null; reason: string }) =>
      call(correctVacancy, { params: { id: vacancy.id }, body }),
    toast: ({ substitute }) => ({
      title: 'Record corrected',
      text: substitute === null ? 'No one was there that day.' : `${substitute.fullName} was there that day.`,
    }),
    onDone: close,
    changes: ['vacancies'],
    failed: tellFailure(queries, vacancy.id),
  });
}
