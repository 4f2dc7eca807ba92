/** The vacancies of a school that a substitute is excluded from: all of them, or those of certain teachers. */
export type ExclusionScope = 'school' | 'teacher';

/** The maximum number of characters in the reason. Only the school reads it. */
export const mostReason = 300;

/** The maximum number of exclusions of one substitute in a school's list, including those by its teachers. */
export const mostExclusions = 100;

/** Returns the sentence about one vacancy that an excluded substitute reads. It never says why. */
export function exclusionSentence(scope: ExclusionScope): string {
  return scope === 'school' ? 'This school is not offering you jobs.' : 'This school is not offering you this job.';
}
