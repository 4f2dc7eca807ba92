import { fitsAvailability, parseGeneralAvailability } from '#domain/availability.ts';
import { type Clash, clashOf } from '#domain/clash.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';

/** Why an open vacancy clashes with what its reader, a substitute, has already said; null where it does not. */
export function ownClash(row: VacancyRow): Clash | null {
  return row.status === 'open' ? clashOf({ ...questionOf(row), overlapping: row.overlapping }) : null;
}

/** Whether a vacancy fits the availability of its reader, a substitute; what is theirs already is not asked. */
export function fitsOwnTime(row: VacancyRow): boolean {
  return row.status !== 'open' || fitsAvailability(questionOf(row)).fits;
}

function questionOf({ date, startTime, endTime, week, singleDate, settings }: VacancyRow) {
  return {
    vacancy: { date, start: startTime, end: endTime },
    week: parseGeneralAvailability(week),
    singleDate,
    settings,
  };
}
