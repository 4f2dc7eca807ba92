import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  deleteAvailability,
  listAvailability,
  putAvailability,
  putAvailabilityRange,
  type availabilityRecord,
} from '#contract/availability.ts';
import type * as z from 'zod/mini';
import type { DateChoice, DateStatus } from '#domain/availability.ts';
import { firstDayOf, formatDate, lastDayOf } from '#domain/time.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { choiceOf, statusWords } from '#web/words/availability.ts';
import { showToast } from '#web/ui/toast.ts';

export type SingleDate = z.output<typeof availabilityRecord>;

/** Returns the status and the part of the day for a choice, in the call's format. */
export function partsOf(choice: DateChoice): { status: DateStatus; part: SingleDate['part'] } {
  return choice === 'morning' || choice === 'afternoon'
    ? { status: 'available', part: choice }
    : { status: choice, part: null };
}

/** Returns the user's date exceptions of a month, by date. */
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
    mutationFn: ({ date, choice, notes }: { date: string; choice: DateChoice; notes: string }) =>
      call(putAvailability, { body: { date, notes, ...partsOf(choice) } }),
    onSuccess: (record) => {
      showToast({ title: 'Date saved', text: `${formatDate(record.date)}: ${statusWords[choiceOf(record)]}.` });
      return changed('availability');
    },
    onError: failed,
  });
}

/** Sets the same exception for several days in a row. Null removes them. */
export function useSetRange() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ choice, ...range }: { from: string; to: string; choice: DateChoice | null; notes: string }) =>
      call(putAvailabilityRange, {
        body: choice === null ? { ...range, status: null } : { ...range, ...partsOf(choice) },
      }),
    onSuccess: (_, { from, to, choice }) => {
      const days = `${formatDate(from)} – ${formatDate(to)}`;
      showToast(
        choice === null
          ? { title: 'Dates cleared', text: `${days}: your weekly availability applies again.` }
          : { title: 'Dates saved', text: `${days}: ${statusWords[choice]}.` },
      );
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
