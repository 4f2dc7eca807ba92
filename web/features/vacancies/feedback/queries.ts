import { getClassFeedback, listOwnFeedback } from '#contract/feedback.ts';
import { instantOf } from '#domain/time.ts';
import { reading } from '#web/api/reading.ts';

// The key is below the vacancies' key, so live events about a class refetch it.
const key = ['vacancies', 'feedback'] as const;

/** The caller's classes that are over, with their feedback. */
export const ownFeedbackQuery = reading([...key, 'own'], listOwnFeedback);

/** The server's clock may be this much behind the device's, in ms. */
const clockMs = 15_000;

type Loaded = { state: { data: unknown; dataUpdatedAt: number } };

/** Returns that query for a class that is over: no event says so, so a list from before its end is refetched. */
export function ownFeedbackAfter({ date, endTime, timeZone }: { date: string; endTime: string; timeZone: string }) {
  const end = instantOf(date, endTime, timeZone).getTime();
  const isEarlier = ({ state }: Loaded) => state.data !== undefined && state.dataUpdatedAt < end + clockMs;
  return {
    ...ownFeedbackQuery,
    staleTime: (query: Loaded) => (isEarlier(query) ? 0 : Infinity),
    refetchInterval: (query: Loaded) => isEarlier(query) && clockMs,
  };
}

/** Returns the feedback after a class, for the front office. */
export function classFeedbackQuery(vacancyId: number) {
  return reading([...key, 'class', vacancyId], getClassFeedback, { params: { id: vacancyId } });
}
