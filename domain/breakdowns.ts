import { keysOf } from './keys.ts';
import { yesUndoMinutes } from './undo.ts';

export const breakdownReports = ['absences', 'missed', 'uncovered', 'substitutes'] as const;

/** A report over many days. It consists of several breakdowns. */
export type BreakdownReport = (typeof breakdownReports)[number];

/** The format of a value: days with halves, hours (from minutes), a count, a date, or a percentage. */
export type ValueKind = 'days' | 'minutes' | 'count' | 'date' | 'percent';

interface BreakdownFacts {
  report: BreakdownReport;
  title: string;
  /** The heading of the names. */
  of: string;
  /** The values of a row. The first one is drawn as a bar. */
  values: readonly { head: string; kind: ValueKind }[];
  /** A note for the reader on how it is counted. */
  how: string;
  /** The sentence for an empty table. */
  none: string;
}

const daysRule =
  'A full day counts as 1 day, and a morning or afternoon as 0.5. A date never counts more than 1 for a teacher, even if the absence was posted in parts. Deleted absences don’t count.';

const absences = {
  report: 'absences',
  values: [
    { head: 'Absence days', kind: 'days' },
    { head: 'Share', kind: 'percent' },
  ],
  none: 'No teacher was absent on these days.',
} as const;
const uncovered = {
  report: 'uncovered',
  values: [
    { head: 'Uncovered hours', kind: 'minutes' },
    { head: 'Classes', kind: 'count' },
  ],
  none: 'Every class was covered on these days.',
} as const;

/** A release is late if it comes less than this long before the start of the class, in hours. */
export const lateReleaseHours = 24;

/** A substitute is listed after this many days without work. */
export const idleDays = 60;

/** The rows of a breakdown on the screen, and in a file. */
export const breakdownLimits = { shown: 100, file: 5000 } as const;

const facts = {
  absence_weekdays: {
    ...absences,
    title: 'Absences by weekday',
    of: 'Weekday',
    how: daysRule,
  },
  absence_departments: {
    ...absences,
    title: 'Absences by department',
    of: 'Department',
    how: `${daysRule} The department is the one in each teacher’s profile now.`,
  },
  absence_grades: {
    ...absences,
    title: 'Absences by grade',
    of: 'Grade',
    how: `${daysRule} A date with classes of two grades counts for each of them.`,
  },
  absence_subjects: {
    ...absences,
    title: 'Absences by subject',
    of: 'Subject',
    how: `${daysRule} A date with classes of two subjects counts for each of them. Upper and lower case don’t matter.`,
  },
  absence_reasons: {
    ...absences,
    title: 'Absences by reason',
    of: 'Reason',
    how: `${daysRule} A date with two reasons counts for each of them.`,
  },
  absence_teachers: {
    ...absences,
    title: 'Absences by teacher',
    of: 'Teacher',
    values: [
      { head: 'Absence days', kind: 'days' },
      { head: 'Dates', kind: 'count' },
      { head: 'Mondays and Fridays', kind: 'percent' },
    ],
    how: `${daysRule} The last figure is the share of those dates that were a Monday or a Friday. Two in five is typical.`,
  },
  cancellations: {
    report: 'missed',
    title: 'Late cancellations',
    of: 'Substitute',
    values: [
      { head: 'Late cancellations', kind: 'count' },
      { head: 'All cancellations', kind: 'count' },
    ],
    how: `A cancellation is late if the substitute released the class less than ${lateReleaseHours} hours before its start. Releases by the school, assignments they hadn’t confirmed, and requests they undid within ${yesUndoMinutes} minutes don’t count.`,
    none: 'No substitute canceled a class on these days.',
  },
  no_shows: {
    report: 'missed',
    title: 'No-shows and late arrivals',
    of: 'Substitute',
    values: [
      { head: 'No-shows', kind: 'count' },
      { head: 'Late', kind: 'count' },
      { head: 'Classes covered', kind: 'count' },
    ],
    how: 'Based on the attendance your front office recorded. A substitute who was released after a no-show still counts.',
    none: 'No no-shows or late arrivals were recorded on these days.',
  },
  uncovered_weekdays: {
    ...uncovered,
    title: 'Uncovered hours by weekday',
    of: 'Weekday',
    how: 'The hours of classes without a substitute, and of those whose substitute didn’t come. Deleted classes and classes that colleagues covered in every period don’t count.',
  },
  uncovered_times: {
    ...uncovered,
    title: 'Uncovered hours by time',
    of: 'Hour',
    how: 'The hours of the same classes, divided among the hours of the day. A class counts in each hour that it touches.',
  },
  uncovered_grades: {
    ...uncovered,
    title: 'Uncovered hours by grade',
    of: 'Grade',
    how: 'The hours of the same classes, by the grade of the class.',
  },
  uncovered_subjects: {
    ...uncovered,
    title: 'Uncovered hours by subject',
    of: 'Subject',
    how: 'The hours of the same classes, by the subject of the class. Upper and lower case don’t matter.',
  },
  substitute_days: {
    report: 'substitutes',
    title: 'Days by substitute',
    of: 'Substitute',
    values: [
      { head: 'Days', kind: 'days' },
      { head: 'Classes', kind: 'count' },
      { head: 'Schools', kind: 'count' },
      { head: 'Last day', kind: 'date' },
    ],
    how: 'Days covered at your school. A full day counts as 1, and a morning or afternoon as 0.5. A date never counts more than 1. No-shows don’t count. Schools are yours and the others of your district where they were booked on these days.',
    none: 'No substitute worked on these days.',
  },
  substitute_reliability: {
    report: 'substitutes',
    title: 'Reliability by substitute',
    of: 'Substitute',
    values: [
      { head: 'Kept', kind: 'percent' },
      { head: 'Classes covered', kind: 'count' },
      { head: 'Canceled late or no-show', kind: 'count' },
    ],
    how: `The share of classes that the substitute covered, out of those plus the ones they released less than ${lateReleaseHours} hours before the start and the no-shows your front office recorded. The lowest share comes first.`,
    none: 'No substitute was booked on these days.',
  },
  idle_substitutes: {
    report: 'substitutes',
    title: `No work here in ${idleDays} days`,
    of: 'Substitute',
    values: [{ head: 'Last day', kind: 'date' }],
    how: `Approved substitutes who haven’t covered a class at your school in ${idleDays} days and aren’t booked for one. This list is as of today, regardless of the report’s dates.`,
    none: `No approved substitute has gone ${idleDays} days without work or a booking.`,
  },
} satisfies Record<string, BreakdownFacts>;

/** A table of figures by weekday, department, grade, subject, reason, teacher, substitute or time. */
export type Breakdown = keyof typeof facts;
export const breakdowns = keysOf(facts);

/** The columns of each breakdown, and how they are counted. */
export const breakdownFacts: Record<Breakdown, BreakdownFacts> = facts;

/** Returns the breakdowns of a report, in display order. */
export function breakdownsOf(report: BreakdownReport): Breakdown[] {
  return breakdowns.filter((breakdown) => breakdownFacts[breakdown].report === report);
}
