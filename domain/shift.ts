import { formatTime, isTime, minutesOf } from './time.ts';

export const shiftTypes = ['full_day', 'morning', 'afternoon'] as const;

export type ShiftType = (typeof shiftTypes)[number];

/** The shifts that a school allows, and their times as 'HH:mm'. An empty time is not set. */
export interface VacancySettings {
  allowFullDay: boolean;
  allowMorningShift: boolean;
  allowAfternoonShift: boolean;
  fullDayStart: string;
  fullDayEnd: string;
  morningStart: string;
  morningEnd: string;
  afternoonStart: string;
  afternoonEnd: string;
}

export const defaultVacancySettings: VacancySettings = {
  allowFullDay: true,
  allowMorningShift: false,
  allowAfternoonShift: false,
  fullDayStart: '08:00',
  fullDayEnd: '15:00',
  morningStart: '08:00',
  morningEnd: '12:00',
  afternoonStart: '12:30',
  afternoonEnd: '15:00',
};

/** The default times of a vacancy if the school has set none. */
const fallbackTimes = { start: '08:00', end: '15:00' };

/** The settings of each shift. */
export const shiftFields = {
  full_day: { name: 'Full Day Shift', allow: 'allowFullDay', start: 'fullDayStart', end: 'fullDayEnd' },
  morning: { name: 'Morning Shift', allow: 'allowMorningShift', start: 'morningStart', end: 'morningEnd' },
  afternoon: { name: 'Afternoon Shift', allow: 'allowAfternoonShift', start: 'afternoonStart', end: 'afternoonEnd' },
} as const satisfies Record<
  ShiftType,
  { name: string; allow: keyof VacancySettings; start: keyof VacancySettings; end: keyof VacancySettings }
>;

export interface TimeSpan {
  start: string;
  end: string;
}

/** Returns the times a school has set for a shift, allowed or not. Returns null if one of them is missing. */
export function shiftTimes(settings: VacancySettings, type: ShiftType): TimeSpan | null {
  const fields = shiftFields[type];
  const start = settings[fields.start];
  const end = settings[fields.end];
  return isTime(start) && isTime(end) ? { start, end } : null;
}

/** Returns whether the school allows this shift. */
export function allowsShift(settings: VacancySettings, type: ShiftType): boolean {
  return settings[shiftFields[type].allow];
}

/** Returns the short name of a shift: 'Full Day Shift'. */
export function shiftName(type: ShiftType): string {
  return shiftFields[type].name;
}

export interface OfferedShift extends TimeSpan {
  type: ShiftType;
  label: string;
}

/** Returns the shifts a teacher can choose: those that are allowed and have both times, with their labels. */
export function offeredShifts(settings: VacancySettings): OfferedShift[] {
  return shiftTypes.flatMap((type) => {
    const times = allowsShift(settings, type) ? shiftTimes(settings, type) : null;
    if (!times) return [];
    return [{ type, label: `${shiftName(type)} (${formatTime(times.start)} - ${formatTime(times.end)})`, ...times }];
  });
}

/** Returns the start and end that a shift fills in: 08:00 to 15:00 if none is chosen or its times aren't set. */
export function defaultTimes(settings: VacancySettings, type: ShiftType | null): TimeSpan {
  return (type && shiftTimes(settings, type)) ?? fallbackTimes;
}

/**
 * Returns whether these are the times that the school has set for the shift. Only then may a label name the shift by
 * its times.
 */
export function hasShiftTimes(settings: VacancySettings, type: ShiftType, times: TimeSpan): boolean {
  const { start, end } = defaultTimes(settings, type);
  return times.start === start && times.end === end;
}

/** Returns the name of a shift with changed times: 'Custom (10:30 AM - 11:45 AM)'. */
export function customTimesLabel({ start, end }: TimeSpan): string {
  return `Custom (${formatTime(start)} - ${formatTime(end)})`;
}

/** Returns whether two time spans overlap. 8–12 and 12–15 touch but don't overlap. */
export function overlaps<T extends Date | number | string>(a: { start: T; end: T }, b: { start: T; end: T }): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * Returns the exact length of a span whose hours aren't a multiple of a tenth: '1 h 15 min'. Returns null if they are.
 */
export function exactDuration(start: string, end: string): string | null {
  const minutes = minutesOf(end) - minutesOf(start);
  if (minutes % 6 === 0) return null;
  const hours = Math.floor(minutes / 60);
  return [hours > 0 ? `${hours} h` : '', `${minutes % 60} min`].filter((part) => part !== '').join(' ');
}

/**
 * Returns the hours between two times of one day, to one decimal ('6.5'). 'TBD' if one is unknown, or the end isn't
 * after the start.
 */
export function durationHours(start: string | null | undefined, end: string | null | undefined): string {
  if (!start || !end || !isTime(start) || !isTime(end) || start >= end) return 'TBD';
  return ((minutesOf(end) - minutesOf(start)) / 60).toFixed(1);
}
