import { flushSync } from 'react-dom';
import { useQueryClient } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { formatDate, formatTimeRange } from '#domain/time.ts';
import type { SeenClass } from '#domain/seen-class.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { leaveCard } from '#web/features/vacancies/card/leave-card.ts';
import { tellFailure, undoByToast } from '#web/features/vacancies/move/move.ts';
import { undoWords, undoYes } from '#web/features/vacancies/move/undo-yes.ts';

/** Returns the facts of a class that its request is for. */
export function seenClass({ date, startTime, endTime, job }: Vacancy): SeenClass {
  return { date, startTime, endTime, together: job?.together ?? null };
}

/** Requests a vacancy as it is shown, with an optional message. The reply says whether they are booked already. */
export function useRequestVacancy(vacancy: Vacancy, userId: number, close: () => void) {
  const queries = useQueryClient();
  return useCommand({
    send: async ({ message, seen }: { message: string; seen: SeenClass }) => {
      const request = (more: { seen?: SeenClass }) =>
        call(updateVacancy, {
          params: { id: vacancy.id },
          body: {
            status: 'pending_approval',
            requestedById: userId,
            requestedAt: new Date().toISOString(),
            ...(message.trim() === '' ? {} : { additionalNotes: message }),
            ...more,
          },
        });
      try {
        return await request({ seen });
      } catch (error) {
        // During an upgrade, a process of the version before may answer, which doesn't know this field.
        if (error instanceof ApiError && 'seen' in error.fields) return request({});
        throw error;
      }
    },
    toast: (requested) => ({
      ...requestedWords(requested, vacancy.requestOverlap !== null),
      about: vacancy.id,
      ...(requested.undoUntil !== undefined && undoByToast(queries, requested.id, () => undoYes(requested))),
    }),
    onDone: async () => {
      flushSync(close);
      const showAgain = await leaveCard(vacancy.id);
      await changed(queries, 'vacancies');
      showAgain();
    },
    failed: tellFailure(queries, vacancy.id),
  });
}

/**
 * Returns the words of the toast after a request. If it is booked, the title says so, because a compact toast may show
 * nothing else. The text says which class it is and when, that other requests for that time are withdrawn, and how long
 * it can be undone.
 */
function requestedWords(requested: Vacancy, hadOthers: boolean): { title: string; text: string } {
  if (requested.status !== 'filled')
    return { title: 'Success', text: 'Request submitted successfully. Awaiting teacher approval.' };
  const { description, schoolName, date, startTime, endTime, job, undoUntil } = requested;
  const when = job?.together ?? `${formatDate(date)}, ${formatTimeRange(startTime, endTime)}`;
  const sentences = [
    `${description}, ${when} at ${schoolName}.`,
    ...(hadOthers ? ['We withdrew your other requests for that time.'] : []),
    ...(undoUntil === undefined ? [] : [undoWords(requested, undoUntil)]),
  ];
  return { title: 'This assignment is yours.', text: sentences.join(' ') };
}
