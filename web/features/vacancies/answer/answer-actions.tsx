import type { Vacancy } from '#contract/vacancies.ts';
import { answerButtons } from '#web/features/vacancies/answer/answer-buttons.tsx';
import { useAnswer } from '#web/features/vacancies/answer/use-answer.ts';

/**
 * Approve and Reject in the details of a vacancy, which a notification opens. It shows nothing to a reader who may not
 * answer.
 */
export function AnswerActions({ vacancy, isGone }: { vacancy: Vacancy; isGone: boolean }) {
  return answerButtons(vacancy, useAnswer(vacancy, { isInDialog: true }), isGone);
}
