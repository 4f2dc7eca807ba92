import type { ReplyOf } from '#contract/endpoint.ts';
import type { listCandidates } from '#contract/candidates.ts';
import { type FitReason, fitsOffer } from '#domain/candidate.ts';
import { type Reader, timesInWords } from '#domain/ranking.ts';
import { dayName, formatShortDate, formatTime } from '#domain/time.ts';
import { inOneLine } from '#web/words/people.ts';

export type Candidate = ReplyOf<typeof listCandidates>[number];

/**
 * Returns why a substitute fits a vacancy of this date or doesn't, in words. A teacher reads 'Your favorite':
 * "Available Monday · Knows Math · Been here 3 times".
 */
export function whyWords(
  { why, subjects, timesWithTeacher, timesHere, noShowOn, endsRequest }: Candidate,
  date: string,
  reader: Reader = 'office',
): string {
  const day = dayName(date);
  const words: Record<FitReason, string | null> = {
    booked: 'Booked elsewhere at that time',
    declined: 'Declined this vacancy',
    excluded: 'You’re not offering them this job',
    no_show: noShowWords(noShowOn),
    requested: 'Requested this vacancy',
    asked_for: 'Asked for by name',
    teachers_favorite: reader === 'teacher' ? 'Your favorite' : 'The teacher’s favorite',
    schools_favorite: 'The school’s favorite',
    preferred_date: `Prefers to work this ${day}`,
    available: `Available ${day}`,
    unavailable: `Not available ${day}`,
    lacks_subject: 'Required subject isn’t in their profile',
    lacks_grade: 'Required grade isn’t in their profile',
    unwanted: 'Not in their job preferences',
    // The other reasons imply this one. Alone, it means that nothing else speaks for the substitute.
    free: why.length === 1 ? 'Free at that time' : null,
    subject: `Knows ${subjects.join(', ')}`,
    grade: 'Chose this grade',
    with_teacher: `Taught this class ${timesInWords(timesWithTeacher)}`.replaceAll(' ', '\u00A0'),
    been_here: `Been here ${timesInWords(timesHere)}`.replaceAll(' ', '\u00A0'),
    near: 'Near',
    usual: 'Usual distance',
    far: 'Far',
  };
  const loses = endsRequest === true ? 'Requested another class at that time (assigning them ends that request)' : null;
  return inOneLine(loses, ...why.map((reason) => words[reason]));
}

/** Says on which date someone didn't come to a class: 'No-show Nov 3'. */
export function noShowWords(noShowOn: string | null): string | null {
  return noShowOn === null ? null : `No-show ${formatShortDate(noShowOn).slice(5)}`.replaceAll(' ', '\u00A0');
}

/** Returns whether a substitute has more in their favor than being free. */
export function fitsWell({ why, canAssign, endsRequest }: Candidate): boolean {
  return (
    canAssign &&
    endsRequest !== true &&
    !why.includes('declined') &&
    !why.includes('excluded') &&
    !why.includes('unavailable') &&
    !why.includes('lacks_subject') &&
    !why.includes('lacks_grade') &&
    !why.includes('unwanted') &&
    !why.includes('no_show') &&
    (why.includes('available') || why.includes('preferred_date') || why.includes('requested'))
  );
}

/**
 * Returns when a vacancy of this date was offered to someone: 'Offered Mon, Nov 23 at 1:47 PM', 'Offered at 6:05 AM,
 * not delivered'.
 */
export function offeredWords(offered: NonNullable<Candidate['offered']>, date: string): string {
  const day = offered.date === date ? '' : `${formatShortDate(offered.date)} `;
  const failed = offered.isUndelivered === true ? ', not delivered' : '';
  return `Offered ${day}at ${formatTime(offered.time)}${failed}`;
}

/** Returns whether a vacancy can be offered to a substitute, by the same rules as any offer. */
export function canBeOffered({ why, canAssign, isOverLimit }: Candidate): boolean {
  return canAssign && !isOverLimit && fitsOffer(why);
}
