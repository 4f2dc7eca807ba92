import { queryOptions, useMutation } from '@tanstack/react-query';
import { deleteAvailability, listAvailability, putAvailability, type availabilityRecord } from '#contract/users.ts';
import type * as z from 'zod/mini';
import type { DateStatus } from '#domain/availability.ts';
import { firstDayOf, formatDate, lastDayOf } from '#domain/time.ts';
import { useChanged } from '#web/api/changed.ts';
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

/** The user's date exceptions of a month, by date. */
export function datesQuery(month: string) {
  return queryOptions({
    queryKey: ['availability', month],
    queryFn: ({ signal }): Promise<SingleDate[]> =>
      call(listAvailability, { query: { from: firstDayOf(month), to: lastDayOf(month) }, signal }),
  });
}

const failed = (error: unknown) => showToast({ title: 'Failed to update', text: sentenceOf(error), destructive: true });

/** Sets one date exception, replacing an earlier one. */
export function useSetDate() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (record: { date: string; status: DateStatus; notes: string }) =>
      call(putAvailability, { body: record }),
    onSuccess: ({ date, status }) => {
      showToast({ title: 'Date saved', text: `${formatDate(date)}: ${statusWords[status]}.` });
      return changed('availability');
    },
    onError: failed,
  });
}

/** Removes one date exception. */
export function useClearDate() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (date: string) => call(deleteAvailability, { query: { date } }),
    onSuccess: (_, date) => {
      showToast({ title: 'Date cleared', text: `On ${formatDate(date)} your weekly availability applies again.` });
      return changed('availability');
    },
    onError: failed,
  });
}
