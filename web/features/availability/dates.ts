import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteAvailability, listAvailability, putAvailability, type availabilityRecord } from '#contract/users.ts';
import type * as z from 'zod/mini';
import type { DateStatus } from '#domain/availability.ts';
import { firstDayOf, formatDate, lastDayOf } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { showToast } from '#web/ui/toast.ts';

export type SingleDate = z.output<typeof availabilityRecord>;

/** The labels of a date exception's values. */
export const statusWords: Record<DateStatus, string> = {
  available: 'Available',
  preferred: 'Preferred',
  unavailable: 'Unavailable',
};

const datesKey = ['availability'] as const;

/** The user's date exceptions of a month, by date. */
export function datesQuery(month: string) {
  return queryOptions({
    queryKey: [...datesKey, month],
    queryFn: ({ signal }): Promise<SingleDate[]> =>
      call(listAvailability, { query: { from: firstDayOf(month), to: lastDayOf(month) }, signal }),
  });
}

/** Refetches the date exceptions, and the vacancies whose match depends on them. */
function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: datesKey }),
      queries.invalidateQueries({ queryKey: ['vacancies'] }),
    ]);
}

const failed = (error: unknown) => showToast({ title: 'Failed to update', text: sentenceOf(error), destructive: true });

/** Sets one date exception, replacing an earlier one. */
export function useSetDate() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (record: { date: string; status: DateStatus; notes: string }) =>
      call(putAvailability, { body: record }),
    onSuccess: ({ date, status }) => {
      showToast({ title: 'Date saved', text: `${formatDate(date)}: ${statusWords[status]}.` });
      return refresh();
    },
    onError: failed,
  });
}

/** Removes one date exception. */
export function useClearDate() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (date: string) => call(deleteAvailability, { query: { date } }),
    onSuccess: (_, date) => {
      showToast({ title: 'Date cleared', text: `On ${formatDate(date)} your weekly availability applies again.` });
      return refresh();
    },
    onError: failed,
  });
}
