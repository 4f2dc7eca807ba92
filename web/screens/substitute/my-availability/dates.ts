import { queryOptions } from '@tanstack/react-query';
import { deleteAvailability, putAvailability, putAvailabilityRange } from '#contract/availability-changes.ts';
import { listAvailability, type availabilityRecord } from '#contract/availability.ts';
import type * as z from 'zod/mini';
import type { DateChoice, DateStatus } from '#domain/availability.ts';
import { firstDayOf, formatDate, lastDayOf } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { useCommand } from '#web/api/use-command.ts';
import { choiceOf, statusWords } from '#web/words/availability.ts';

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

/** Returns the user's date exceptions from one date to another, by date. */
export function datesBetweenQuery(from: string, to: string) {
  return reading(['availability', 'between', from, to], listAvailability, { query: { from, to } });
}

/** Sets one date exception, replacing an earlier one. */
export function useSetDate() {
  return useCommand({
    send: ({ date, choice, notes }: { date: string; choice: DateChoice; notes: string }) =>
      call(putAvailability, { body: { date, notes, ...partsOf(choice) } }),
    toast: (record) => ({ title: 'Date saved', text: `${formatDate(record.date)}: ${statusWords[choiceOf(record)]}.` }),
    changes: ['availability'],
    failed: 'Failed to update',
  });
}

/** Sets the same exception for several days in a row. Null removes them. */
export function useSetRange() {
  return useCommand({
    send: ({ choice, ...range }: { from: string; to: string; choice: DateChoice | null; notes: string }) =>
      call(putAvailabilityRange, {
        body: choice === null ? { ...range, status: null } : { ...range, ...partsOf(choice) },
      }),
    toast: (_, { from, to, choice }) => {
      const days = `${formatDate(from)} – ${formatDate(to)}`;
      return choice === null
        ? { title: 'Dates cleared', text: `${days}: your weekly availability applies again.` }
        : { title: 'Dates saved', text: `${days}: ${statusWords[choice]}.` };
    },
    changes: ['availability'],
    failed: 'Failed to update',
  });
}

/** Removes one date exception. */
export function useClearDate() {
  return useCommand({
    send: (date: string) => call(deleteAvailability, { query: { date } }),
    toast: (_, date) => ({
      title: 'Date cleared',
      text: `On ${formatDate(date)} your weekly availability applies again.`,
    }),
    changes: ['availability'],
    failed: 'Failed to update',
  });
}
