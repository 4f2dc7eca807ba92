/** Names the form that asks whether a teacher would have the substitute of this class again. */
export const aboutAgain = (vacancyId: number) => `again ${vacancyId}`;

/**
 * Returns whether this person left a sentence unsent in that form, in this tab. It is apart from `feedbackDrafts`,
 * because a home asks before it loads any form.
 */
export function hasAgainDraft(userId: number, vacancyId: number): boolean {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem('firstbell-feedback-draft') ?? 'null');
    return (
      typeof kept === 'object' &&
      kept !== null &&
      'userId' in kept &&
      'about' in kept &&
      kept.userId === userId &&
      kept.about === aboutAgain(vacancyId)
    );
  } catch {
    return false;
  }
}
