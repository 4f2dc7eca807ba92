export const breakdownReports = ['absences', 'missed', 'uncovered', 'substitutes'] as const;

/** A report over many days. It consists of several breakdowns. */
export type BreakdownReport = (typeof breakdownReports)[number];

export const breakdowns = [
  'absence_weekdays',
  'absence_departments',
  'absence_grades',
  'absence_subjects',
  'absence_reasons',
  'absence_teachers',
  'cancellations',
  'no_shows',
  'uncovered_weekdays',
  'uncovered_times',
  'uncovered_grades',
  'uncovered_subjects',
  'substitute_days',
  'substitute_reliability',
  'idle_substitutes',
] as const;

/** A table of figures by weekday, department, grade, subject, reason, teacher, substitute or time. */
export type Breakdown = (typeof breakdowns)[number];

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

const dayShares = [
  { head: 'Absence days', kind: 'days' },
  { head: 'Share', kind: 'percent' },
] as const;
const uncoveredHours = [
  { head: 'Uncovered hours', kind: 'minutes' },
  { head: 'Classes', kind: 'count' },
] as const;

/** A release is late if it comes less than this long before the start of the class, in hours. */
export const lateReleaseHours = 24;

/** A substitute is listed after this many days without work. */
export const idleDays = 60;

/** The rows of a breakdown on the screen, and in a file. */
export const breakdownLimits = { shown: 100, file: 5000 } as const;

/** The columns of each breakdown, and how they are counted. */
export const breakdownFacts: Record<Breakdown, BreakdownFacts> = {
  absence_weekdays: {
    report: 'absences',
    title: 'Absences by weekday',
    of: 'Weekday',
    values: dayShares,
    how: daysRule,
    none: 'No teacher was absent on these days.',
  },
  absence_departments: {
    report: 'absences',
    title: 'Absences by department',
    of: 'Department',
    values: dayShares,
    how: `${daysRule} The department is the one in each teacher’s profile now.`,
    none: 'No teacher was absent on these days.',
  },
  absence_grades: {
    report: 'absences',
    title: 'Absences by grade',
    of: 'Grade',
    values: dayShares,
    how: `${daysRule} A date with classes of two grades counts for each of them.`,
    none: 'No teacher was absent on these days.',
  },
  absence_subjects: {
    report: 'absences',
    title: 'Absences by subject',
    of: 'Subject',
    values: dayShares,
    how: `${daysRule} A date with classes of two subjects counts for each of them. Upper and lower case don’t matter.`,
    none: 'No teacher was absent on these days.',
  },
  absence_reasons: {
    report: 'absences',
    title: 'Absences by reason',
    of: 'Reason',
    values: dayShares,
    how: `${daysRule} A date with two reasons counts for each of them.`,
    none: 'No teacher was absent on these days.',
  },
  absence_teachers: {
    report: 'absences',
    title: 'Absences by teacher',
    of: 'Teacher',
    values: [
      { head: 'Absence days', kind: 'days' },
      { head: 'Dates', kind: 'count' },
      { head: 'Mondays and Fridays', kind: 'percent' },
    ],
    how: `${daysRule} The last figure is the share of those dates that were a Monday or a Friday. Two in five is typical.`,
    none: 'No teacher was absent on these days.',
  },
  cancellations: {
    report: 'missed',
    title: 'Late cancellations',
    of: 'Substitute',
    values: [
      { head: 'Late cancellations', kind: 'count' },
      { head: 'All cancellations', kind: 'count' },
    ],
    how: 'A cancellation is late if the substitute released the class less than 24 hours before its start. Releases by the school, assignments they hadn’t confirmed, and requests they undid within 5 minutes don’t count.',
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
    report: 'uncovered',
    title: 'Uncovered hours by weekday',
    of: 'Weekday',
    values: uncoveredHours,
    how: 'The hours of classes without a substitute, and of those whose substitute didn’t come. Deleted classes and classes that colleagues covered in every period don’t count.',
    none: 'Every class was covered on these days.',
  },
  uncovered_times: {
    report: 'uncovered',
    title: 'Uncovered hours by time',
    of: 'Hour',
    values: uncoveredHours,
    how: 'The hours of the same classes, divided among the hours of the day. A class counts in each hour that it touches.',
    none: 'Every class was covered on these days.',
  },
  uncovered_grades: {
    report: 'uncovered',
    title: 'Uncovered hours by grade',
    of: 'Grade',
    values: uncoveredHours,
    how: 'The hours of the same classes, by the grade of the class.',
    none: 'Every class was covered on these days.',
  },
  uncovered_subjects: {
    report: 'uncovered',
    title: 'Uncovered hours by subject',
    of: 'Subject',
    values: uncoveredHours,
    how: 'The hours of the same classes, by the subject of the class. Upper and lower case don’t matter.',
    none: 'Every class was covered on these days.',
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
    title: 'No work here in 60 days',
    of: 'Substitute',
    values: [{ head: 'Last day', kind: 'date' }],
    how: 'Approved substitutes who haven’t covered a class at your school in 60 days and aren’t booked for one. This list is as of today, regardless of the report’s dates.',
    none: 'Every approved substitute has worked in the last 60 days or is booked.',
  },
};

/** Returns the breakdowns of a report, in display order. */
export function breakdownsOf(report: BreakdownReport): Breakdown[] {
  return breakdowns.filter((breakdown) => breakdownFacts[breakdown].report === report);
}
