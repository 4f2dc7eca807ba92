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

/** A substitute's general availability: one choice for each weekday. */
export type Week = Record<Weekday, AvailabilityValue>;

/** What a single date can say; it beats the weekday's choice. */
export const dateStatuses = ['available', 'unavailable', 'preferred'] as const;

export type DateStatus = (typeof dateStatuses)[number];

/** The half of a day to which 'available' can be narrowed on a single date. */
export const dateParts = ['morning', 'afternoon'] as const;

/** What holds on a single date: its status, or the only half that is available. */
export type DateChoice = DateStatus | (typeof dateParts)[number];

/** The most days that one range can set. */
export const longestRange = 366;

/** A week with the same choice every day. */
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
 * The week that stored text holds; null where none was ever saved. Text that cannot be read is a week without
 * any availability, and so is a single day whose value is none of the four.
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

/** What a substitute said of a date: of the date itself, or of its weekday. */
export type Said = { of: 'date'; status: DateChoice } | { of: 'weekday'; value: AvailabilityValue };

/** What holds on a date: what was said of the date itself, else of its weekday; null where nothing was ever said. */
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
  /** The weekly grid; null where it was never saved, which narrows nothing. */
  week: Week | null;
  /** What the substitute said of the vacancy's own date, if anything. */
  singleDate: DateChoice | null;
  vacancy: { date: string; start: string; end: string };
  /** The vacancy's school's. */
  settings: VacancySettings;
}

/**
 * Whether a vacancy fits a substitute's availability: what they said of its date, else whether it lies within
 * the school's hours for the choice of its weekday. 'All Day' is the whole day, so that a start moved by hand
 * to 7:45 loses nobody.
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

/** A school that has not set the times of a half day has the usual ones. */
function hoursOf(settings: VacancySettings, half: 'morning' | 'afternoon'): TimeSpan {
  const usual = { start: defaultVacancySettings[`${half}Start`], end: defaultVacancySettings[`${half}End`] };
  return shiftTimes(settings, half) ?? usual;
}

export interface GridColumn {
  isEnabled: boolean;
  /** The times to show: those of the schools that allow the shift, or of all where none does; each once. */
  times: TimeSpan[];
}

/** The shift whose times stand over a column of the weekly grid. */
export const columnShifts = {
  morning: 'morning',
  afternoon: 'afternoon',
  all_day: 'full_day',
} as const satisfies Record<Exclude<AvailabilityValue, 'unavailable'>, ShiftType>;

/**
 * The columns of the weekly grid for the schools a substitute has selected. Morning and Afternoon are enabled if
 * any of them allows the shift, and where none is selected; 'All Day' is the whole day, and always is.
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

/** A week with Monday's choice from Monday to Friday; the weekend stays. */
export function mondayOnWeekdays(week: Week): Week {
  const { monday } = week;
  return { ...week, tuesday: monday, wednesday: monday, thursday: monday, friday: monday };
}

/** How many days of the week somebody is available, half days as halves; 0 for a week never saved. */
export function availableDays(week: Week | null): number {
  const share = { unavailable: 0, morning: 0.5, afternoon: 0.5, all_day: 1 };
  return week ? weekdays.reduce((sum, day) => sum + share[week[day]], 0) : 0;
}

/** The filter 'active': at least one weekday that is not 'unavailable'. */
export function isActiveWeek(week: Week | null): boolean {
  return availableDays(week) > 0;
}
