import {
  allowsShift,
  defaultVacancySettings,
  shiftTimes,
  type ShiftType,
  type TimeSpan,
  type VacancySettings,
} from './shift.ts';
import { weekdayOf, weekdays, type Weekday } from './time.ts';

export const availabilityValues = ['unavailable', 'morning', 'afternoon', 'all_day'] as const;

export type AvailabilityValue = (typeof availabilityValues)[number];

/** A substitute's weekly availability: one choice per weekday. */
export type Week = Record<Weekday, AvailabilityValue>;

/** The status of a date exception. It overrides the weekday's choice. */
export const dateStatuses = ['available', 'unavailable', 'preferred'] as const;

export type DateStatus = (typeof dateStatuses)[number];

/** The half of a day to which 'available' can be narrowed on a single date. */
export const dateParts = ['morning', 'afternoon'] as const;

export type DatePart = (typeof dateParts)[number];

/** A date exception: its status, or the only half that is available. */
export type DateChoice = DateStatus | (typeof dateParts)[number];

/** The maximum number of days that one range can set. */
export const longestRange = 366;

/** Returns a week with the same choice every day. */
export function everyDay(value: AvailabilityValue): Week {
  return {
    monday: value,
    tuesday: value,
    wednesday: value,
    thursday: value,
    friday: value,
    saturday: value,
    sunday: value,
  };
}

/**
 * Parses stored availability. Returns null if none was ever saved. Unreadable text means a week without availability,
 * and an unknown value means an unavailable day.
 */
export function parseGeneralAvailability(text: string | null): Week | null {
  if (text === null) return null;
  const week = everyDay('unavailable');
  const stored = new Map(Object.entries(parsedObject(text)));
  for (const day of weekdays) {
    week[day] = availabilityValues.find((value) => value === stored.get(day)) ?? 'unavailable';
  }
  return week;
}

function parsedObject(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** The availability that applies to a date: from the date exception or the weekday. */
export type Said = { of: 'date'; status: DateChoice } | { of: 'weekday'; value: AvailabilityValue };

/**
 * Returns the availability on a date: the exception if there is one, or else the weekday's choice. Returns null if
 * neither was ever set.
 */
export function saidOf(date: string, week: Week | null, singleDate: DateChoice | null): Said | null {
  if (singleDate) return { of: 'date', status: singleDate };
  return week && { of: 'weekday', value: week[weekdayOf(date)] };
}

/** Why a vacancy fits a substitute's availability or does not. */
type FitReason =
  | 'never_saved'
  | 'date_available'
  | 'date_unavailable'
  | 'date_outside_hours'
  | 'within_hours'
  | 'outside_hours'
  | 'day_unavailable';

interface FitQuestion {
  /** The weekly availability. It is null if it was never saved, which excludes nothing. */
  week: Week | null;
  /** The exception for the vacancy's date, if any. */
  singleDate: DateChoice | null;
  vacancy: { date: string; start: string; end: string };
  /** The school of the vacancy. */
  settings: VacancySettings;
}

/**
 * Returns whether a vacancy fits a substitute's availability: by the date exception, or else by whether it lies within
 * the school's hours for the weekday's choice. 'All Day' covers the entire day, so a start moved to 7:45 excludes no
 * one.
 */
export function fitsAvailability(question: FitQuestion): { fits: boolean; reason: FitReason } {
  const { week, singleDate, vacancy, settings } = question;
  const said = saidOf(vacancy.date, week, singleDate);
  if (said === null) return { fits: true, reason: 'never_saved' };
  if (said.of === 'date') {
    if (said.status === 'unavailable') return { fits: false, reason: 'date_unavailable' };
    const isInside =
      (said.status !== 'morning' && said.status !== 'afternoon') || lies(vacancy, hoursOf(settings, said.status));
    return { fits: isInside, reason: isInside ? 'date_available' : 'date_outside_hours' };
  }
  const choice = said.value;
  if (choice === 'unavailable') return { fits: false, reason: 'day_unavailable' };
  const fits = choice === 'all_day' || lies(vacancy, hoursOf(settings, choice));
  return { fits, reason: fits ? 'within_hours' : 'outside_hours' };
}

function lies(inner: TimeSpan, outer: TimeSpan): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** A school that hasn't set the times of a half day uses the defaults. */
function hoursOf(settings: VacancySettings, half: 'morning' | 'afternoon'): TimeSpan {
  const usual = { start: defaultVacancySettings[`${half}Start`], end: defaultVacancySettings[`${half}End`] };
  return shiftTimes(settings, half) ?? usual;
}

export interface GridColumn {
  isEnabled: boolean;
  /** The distinct times to show: from the schools that allow the shift, or from all schools if none does. */
  times: TimeSpan[];
}

/** The shift whose times the column of the weekly grid shows. */
export const columnShifts = {
  morning: 'morning',
  afternoon: 'afternoon',
  all_day: 'full_day',
} as const satisfies Record<Exclude<AvailabilityValue, 'unavailable'>, ShiftType>;

/**
 * Returns the columns of the weekly grid for a substitute's selected schools. Morning and Afternoon are enabled if any
 * of the schools allows the shift, or if none is selected. 'All Day' covers the entire day and is always enabled.
 */
export function enabledColumns(schools: readonly VacancySettings[]): Record<keyof typeof columnShifts, GridColumn> {
  return {
    morning: column(schools, columnShifts.morning),
    afternoon: column(schools, columnShifts.afternoon),
    all_day: { ...column(schools, columnShifts.all_day), isEnabled: true },
  };
}

function column(schools: readonly VacancySettings[], shift: ShiftType): GridColumn {
  const allowing = schools.filter((settings) => allowsShift(settings, shift));
  const shown = allowing.length > 0 ? allowing : schools;
  const times = new Map<string, TimeSpan>();
  for (const settings of shown) {
    const span = shiftTimes(settings, shift);
    if (span) times.set(`${span.start}-${span.end}`, span);
  }
  return { isEnabled: schools.length === 0 || allowing.length > 0, times: [...times.values()] };
}

/** Returns a week with Monday's choice from Monday to Friday. The weekend stays unchanged. */
export function mondayOnWeekdays(week: Week): Week {
  const { monday } = week;
  return { ...week, tuesday: monday, wednesday: monday, thursday: monday, friday: monday };
}

/**
 * Returns how many days of the week a person is available, counting half days as 0.5. Returns 0 for a week that was
 * never saved.
 */
export function availableDays(week: Week | null): number {
  const share = { unavailable: 0, morning: 0.5, afternoon: 0.5, all_day: 1 };
  return week ? weekdays.reduce((sum, day) => sum + share[week[day]], 0) : 0;
}

/** Returns the filter 'active': at least one weekday that is not 'unavailable'. */
export function isActiveWeek(week: Week | null): boolean {
  return availableDays(week) > 0;
}
