import { allowsShift, shiftName, type ShiftType, type VacancySettings } from '#domain/shift.ts';
import { instantOf, localDate } from '#domain/time.ts';
import { Refused, wrongField } from '#server/core/refused.ts';

/** The time of an absence, in the school's time zone. */
export type When = { date: string; startTime: string; endTime: string };

/**
 * Returns the instants of a current or future absence.
 *
 * @throws {Refused} bad_input if it is in the past, already over, or ends before it starts.
 */
export function instantsOf(when: When, timeZone: string, now: Date): { startsAt: Date; endsAt: Date } {
  const { date, startTime, endTime } = when;
  if (date < localDate(now, timeZone)) throw wrongField('date', 'Date cannot be in the past');
  if (startTime >= endTime) throw wrongField('endTime', 'The end must be after the start.');
  const endsAt = instantOf(date, endTime, timeZone);
  if (endsAt <= now)
    throw wrongField('endTime', 'This shift has already ended today. Choose a later end or another day.');
  return { startsAt: instantOf(date, startTime, timeZone), endsAt };
}

/** @throws {Refused} shift_not_offered if the school doesn't allow this shift. */
export function refuseShiftNotOffered(settings: VacancySettings, type: ShiftType): void {
  if (allowsShift(settings, type)) return;
  const sentence = `Your school doesn't offer the ${shiftName(type).toLowerCase()}. Choose another.`;
  throw new Refused('shift_not_offered', sentence, { fields: { shiftType: sentence } });
}
