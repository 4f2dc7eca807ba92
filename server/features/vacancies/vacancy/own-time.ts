import { parseGeneralAvailability } from '#domain/availability.ts';
import { type Clash, clashOf, requestOverlapSentence } from '#domain/clash.ts';
import { eligibility, hoursUntil } from '#domain/eligibility.ts';
import { milesAway, offeredClass } from '#server/features/vacancies/vacancy/preference-facts.ts';
import { booksFirst, type VacancyRow } from '#server/features/vacancies/vacancy/row.ts';

/**
 * Returns why an open vacancy conflicts with its reader's assignments, availability or preferences, or isn't offered to
 * them. Returns null if it doesn't.
 */
export function ownClash(row: VacancyRow, now: Date): Clash | null {
  return row.status === 'open'
    ? clashOf({
        ...questionOf(row, now),
        overlapping: row.overlapping,
        bookedOn: row.bookedOn,
        exclusion: row.exclusion,
      })
    : null;
}

/** Returns the sentence about the reader's other requests for the same time. Returns null if there are none. */
export function ownRequestOverlap(row: VacancyRow): string | null {
  if (row.overlappingRequests === null) return null;
  if (row.status !== 'open') return requestOverlapSentence(row.overlappingRequests, 'after_request');
  return requestOverlapSentence(row.overlappingRequests, booksFirst(row) ? 'before_booking' : 'before_request');
}

/**
 * Returns whether a vacancy suits the reading substitute: it fits their availability, and they can still request it.
 * Their own vacancies aren't checked.
 */
export function fitsOwnTime(row: VacancyRow, now: Date): boolean {
  if (row.status !== 'open') return true;
  const isBooked = row.overlapping !== null || row.bookedOn !== null;
  return (
    now < row.endsAt &&
    eligibility({ ...questionOf(row, now), isBooked, hasDeclined: false, isExcluded: row.exclusion !== null })
      .isEligible
  );
}

function questionOf(row: VacancyRow, now: Date) {
  const { week, singleDate, settings, preferences, startsAt } = row;
  return {
    vacancy: offeredClass(row),
    week: parseGeneralAvailability(week),
    singleDate,
    settings,
    preferences,
    knows: row.knows ?? '',
    hoursAhead: hoursUntil(startsAt, now),
    milesAway: milesAway(preferences, row.schoolZip),
  };
}
