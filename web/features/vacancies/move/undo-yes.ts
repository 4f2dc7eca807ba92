import type { Vacancy } from '#contract/vacancies.ts';
import { releaseSubstitute } from '#contract/vacancy-moves.ts';
import { formatTime, localTime } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { useMove } from '#web/features/vacancies/move/move.ts';
import { showToast } from '#web/ui/toast.ts';

/** Undoes the user's own request, after it was booked, on all days of a job. It isn't recorded as a cancellation. */
export function useUndoYes(vacancy: Vacancy) {
  return useMove(vacancy, { make: () => undo(vacancy), done: doneWords(vacancy) });
}

/** Undoes it from the toast that announced the booking. */
export async function undoYes(vacancy: Vacancy): Promise<void> {
  await undo(vacancy);
  showToast(doneWords(vacancy));
}

/** Returns 'You can undo this until 6:10 AM.' */
export function undoWords({ timeZone }: Pick<Vacancy, 'timeZone'>, until: string): string {
  return `You can undo this until ${formatTime(localTime(new Date(until), timeZone))}.`;
}

function undo({ id }: Vacancy) {
  return call(releaseSubstitute, { params: { id }, body: {} });
}

function doneWords({ description }: Vacancy) {
  return {
    title: 'Request undone',
    text: `${description} is open to others again. It doesn’t count as a cancellation.`,
  };
}
