import { keysOf } from './keys.ts';
import { formatMinutes, type PayKind, payKindNames, type PayUnit } from './pay.ts';
import { formatTime } from './time.ts';

export const exportShapes = ['days', 'codes'] as const;

/** One row for each day, or one for each person, pay code and account code. */
export type ExportShape = (typeof exportShapes)[number];

/** The columns that a payroll file can have, in display order, with their usual headings. */
export const exportFieldNames = {
  employee_id: 'Employee ID',
  substitute: 'Substitute',
  date: 'Date',
  start: 'Start',
  end: 'End',
  break: 'Break minutes',
  minutes: 'Minutes',
  hours: 'Hours (h:mm)',
  decimal_hours: 'Hours (decimal)',
  units: 'Units',
  kind: 'Kind of day',
  pay_code: 'Pay code',
  account_code: 'Account code',
  amount: 'Amount',
  days_worked: 'Days worked',
  teacher: 'Teacher',
  class: 'Class',
  school: 'School',
  period_start: 'Period start',
  period_end: 'Period end',
  approved_by: 'Approved by',
  note: 'Note',
};
export type ExportField = keyof typeof exportFieldNames;
export const exportFields = keysOf(exportFieldNames);

/** Columns that only a file with a row for each day has: a sum has no date. */
const ofOneDay: readonly ExportField[] = ['date', 'start', 'end', 'break', 'teacher', 'class', 'approved_by', 'note'];

/** Returns the columns that fit a shape. */
export function fieldsOf(shape: ExportShape): ExportField[] {
  return exportFields.filter((field) => (shape === 'days' ? field !== 'days_worked' : !ofOneDay.includes(field)));
}

/** A school's payroll file: its shape, and its columns with their headings, in order. */
export interface ExportMap {
  shape: ExportShape;
  columns: { field: ExportField; heading: string }[];
}

const preset = (shape: ExportShape, fields: readonly ExportField[]): ExportMap => ({
  shape,
  columns: fields.map((field) => ({ field, heading: exportFieldNames[field] })),
});

/** The presets, by shape. The first is the default. */
export const exportPresets: Record<ExportShape, ExportMap> = {
  days: preset('days', [
    'employee_id',
    'substitute',
    'date',
    'start',
    'end',
    'minutes',
    'units',
    'kind',
    'pay_code',
    'account_code',
    'amount',
  ]),
  codes: preset('codes', [
    'employee_id',
    'substitute',
    'pay_code',
    'account_code',
    'days_worked',
    'minutes',
    'units',
    'amount',
  ]),
};

/** The part of an approved line that a file shows. */
export interface ExportLine {
  substituteId: number;
  substituteName: string;
  employeeId: string | null;
  date: string;
  start: string | null;
  end: string | null;
  breakMinutes: number;
  minutes: number;
  units: number;
  cents: number;
  /** 'cover': a period that a teacher covered for a colleague. */
  kind: PayKind | 'cover';
  payCode: string;
  accountCode: string;
  teacherName: string | null;
  title: string | null;
  approvedBy: string | null;
  note: string | null;
}

/** A period that a teacher covered, as a payroll file credits it. */
export interface CreditedPeriod {
  colleagueId: number;
  colleague: string;
  employeeId: string | null;
  date: string;
  start: string;
  end: string;
  minutes: number;
  /** It is null if the school credits only the time. */
  cents: number | null;
  payCode: string;
  accountCode: string;
  teacher: string;
  title: string;
}

/**
 * Returns covered periods as lines of a payroll file. A school that pays by the period counts them, one that pays by
 * the hour their minutes.
 */
export function creditLines(periods: readonly CreditedPeriod[], unit: PayUnit): ExportLine[] {
  return periods.map((period) => ({
    substituteId: period.colleagueId,
    substituteName: period.colleague,
    employeeId: period.employeeId,
    date: period.date,
    start: period.start,
    end: period.end,
    breakMinutes: 0,
    minutes: period.minutes,
    units: unit === 'period' ? 1 : unit === 'hour' ? period.minutes : 0,
    cents: period.cents ?? 0,
    kind: 'cover',
    payCode: period.payCode,
    accountCode: period.accountCode,
    teacherName: period.teacher,
    title: period.title,
    approvedBy: null,
    note: null,
  }));
}

/** The values that all rows of a file share. */
export interface ExportFrame {
  unit: PayUnit;
  schoolName: string;
  from: string;
  to: string;
}

/** A row of the file: a line, or the sum of a person's lines with the same codes. */
type Row = ExportLine & { days: number };

/** Returns the rows of a payroll file. Their sums are the sums of the lines. */
export function* exportRows(
  { shape, columns }: ExportMap,
  frame: ExportFrame,
  lines: readonly ExportLine[],
): Generator<(string | number | null)[]> {
  for (const row of shape === 'days' ? lines.map((line) => ({ ...line, days: 1 })) : summed(lines))
    yield columns.map(({ field }) => cells[field](row, frame));
}

function summed(lines: readonly ExportLine[]): Iterable<Row> {
  const rows = new Map<string, Row & { dates: Set<string> }>();
  for (const line of lines) {
    const key = JSON.stringify([line.substituteId, line.payCode, line.accountCode, line.kind]);
    const known = rows.get(key);
    if (known === undefined) {
      rows.set(key, { ...line, days: 1, dates: new Set([line.date]) });
      continue;
    }
    known.minutes += line.minutes;
    known.units += line.units;
    known.cents += line.cents;
    known.dates.add(line.date);
    known.days = known.dates.size;
  }
  return rows.values();
}

type Cell = (row: Row, frame: ExportFrame) => string | number | null;

const cells: Record<ExportField, Cell> = {
  employee_id: (row) => row.employeeId,
  substitute: (row) => row.substituteName,
  date: (row) => row.date,
  start: (row) => (row.start === null ? null : formatTime(row.start)),
  end: (row) => (row.end === null ? null : formatTime(row.end)),
  break: (row) => row.breakMinutes,
  minutes: (row) => row.minutes,
  hours: (row) => formatMinutes(row.minutes),
  decimal_hours: (row) => decimalHours(row.minutes),
  units: (row, { unit }) => (unit === 'day' ? row.units / 2 : unit === 'hour' ? decimalHours(row.units) : row.units),
  kind: (row) => (row.kind === 'cover' ? 'Covered period' : payKindNames[row.kind]),
  pay_code: (row) => row.payCode,
  account_code: (row) => row.accountCode,
  amount: (row) => row.cents / 100,
  days_worked: (row) => row.days,
  teacher: (row) => row.teacherName,
  class: (row) => row.title,
  school: (_row, { schoolName }) => schoolName,
  period_start: (_row, { from }) => from,
  period_end: (_row, { to }) => to,
  approved_by: (row) => row.approvedBy,
  note: (row) => row.note,
};

/** Rounds to two decimals, halves away from zero. */
function decimalHours(minutes: number): number {
  return (Math.sign(minutes) * Math.round((Math.abs(minutes) * 100) / 60)) / 100;
}
