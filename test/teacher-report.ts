import { oneDecimal, percentOf, TOP_ABSENCES } from '#domain/report.ts';
import type { ShiftType } from '#domain/shift.ts';
import { minutesOf } from '#domain/time.ts';
import { absenceReasons, type AbsenceReason } from '#domain/vacancy.ts';

interface AbsenceRow {
  teacherId: number;
  teacherName: string;
  date: string;
  startTime: string;
  endTime: string;
  shiftType: ShiftType;
  absenceReason: AbsenceReason;
}

interface TeacherAbsence {
  teacherId: number;
  name: string;
  /** Full days as 1, half days as 0.5; a date counts at most 1, however many vacancies it was split into. */
  days: number;
  /** The total of the vacancies' times, to one decimal. Hours in two vacancies count once. */
  hours: number;
  /** The reason for most of the days. In a tie, it is the first in the usual order. */
  primaryReason: AbsenceReason;
}

interface TeacherReport {
  teachersAbsent: number;
  /** The percentage of staff who were absent, to one decimal. It is null if there is no staff. */
  percentOfStaff: number | null;
  /** Days per absent teacher, to one decimal. It is null if no one was absent. */
  averageDays: number | null;
  top: TeacherAbsence[];
}

/** Returns the figures for a month's absences. `staff` is the number of the school's teachers. */
export function teacherReport(absences: readonly AbsenceRow[], staff: number): TeacherReport {
  const teachers = [...talliesOf(absences).values()].map(absenceOf);
  const days = sum(teachers.map((teacher) => teacher.days));
  teachers.sort((a, b) => b.days - a.days || a.name.localeCompare(b.name, 'en') || a.teacherId - b.teacherId);
  return {
    teachersAbsent: teachers.length,
    percentOfStaff: percentOf(teachers.length, staff),
    averageDays: teachers.length === 0 ? null : oneDecimal(days / teachers.length),
    top: teachers.slice(0, TOP_ABSENCES),
  };
}

/** The absences of one teacher by date. */
interface Tally {
  teacherId: number;
  name: string;
  dates: Map<string, AbsenceRow[]>;
}

function talliesOf(absences: readonly AbsenceRow[]): Map<number, Tally> {
  const tallies = new Map<number, Tally>();
  for (const absence of absences) {
    const { teacherId, teacherName, date } = absence;
    const tally = tallies.get(teacherId) ?? { teacherId, name: teacherName, dates: new Map<string, AbsenceRow[]>() };
    tally.dates.set(date, [...(tally.dates.get(date) ?? []), absence]);
    tallies.set(teacherId, tally);
  }
  return tallies;
}

function absenceOf({ teacherId, name, dates }: Tally): TeacherAbsence {
  const days = [...dates.values()];
  const ofReason = (reason: AbsenceReason) =>
    sum(days.map((rows) => shareOf(rows.filter(({ absenceReason }) => absenceReason === reason))));
  const primaryReason = absenceReasons.reduce((best, reason) => (ofReason(reason) > ofReason(best) ? reason : best));
  return { teacherId, name, days: sum(days.map(shareOf)), hours: oneDecimal(sum(days.map(hoursOf))), primaryReason };
}

/** Returns the part of one date that these absences take: no day, and no half of one, is missed twice. */
function shareOf(rows: readonly AbsenceRow[]): number {
  const types = new Set(rows.map(({ shiftType }) => shiftType));
  return Math.min(1, sum([...types].map((type) => (type === 'full_day' ? 1 : 0.5))));
}

/** Returns the hours of one date that lie in any of these absences. */
function hoursOf(rows: readonly AbsenceRow[]): number {
  let minutes = 0;
  let until = 0;
  for (const row of rows.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))) {
    const end = minutesOf(row.endTime);
    minutes += Math.max(0, end - Math.max(until, minutesOf(row.startTime)));
    until = Math.max(until, end);
  }
  return minutes / 60;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
