import { getClassFeedback, listOwnFeedback } from '#contract/feedback.ts';
import { reading } from '#web/api/reading.ts';

// The key is below the vacancies' key, so live events about a class refetch it.
const key = ['vacancies', 'feedback'] as const;

/** The caller's classes that are over, with their feedback. */
export const ownFeedbackQuery = reading([...key, 'own'], listOwnFeedback);

/** Returns the feedback after a class, for the front office. */
export function classFeedbackQuery(vacancyId: number) {
  return reading([...key, 'class', vacancyId], getClassFeedback, { params: { id: vacancyId } });
}
