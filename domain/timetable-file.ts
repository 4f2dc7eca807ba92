import type { RowProblem } from './csv.ts';
import { type NamedPerson, personFinder } from './person-finder.ts';
import { type Weekday, weekdays } from './time.ts';
import { type Slot, type SlotKind, slotProblems, timetableLimits } from './timetable.ts';

/** The contents of a timetable file: the entries of each teacher, and all problems. */
export interface ReadTimetable {
  slots: Map<number, Slot[]>;
  entries: number;
  problems: RowProblem[];
}

type Column = 'teacher' | 'period' | 'title' | 'room' | 'size' | 'days' | 'kind';

/** Common names of each column, in lowercase letters only. */
const columnNames: Record<string, Column> = {
  teacher: 'teacher',
  teachername: 'teacher',
  name: 'teacher',
  fullname: 'teacher',
  username: 'teacher',
  email: 'teacher',
  period: 'period',
  block: 'period',
  hour: 'period',
  class: 'title',
  course: 'title',
  title: 'title',
  subject: 'title',
  room: 'room',
  location: 'room',
  students: 'size',
  size: 'size',
  enrollment: 'size',
  days: 'days',
  day: 'days',
  kind: 'kind',
  type: 'kind',
};

const kindWords: Record<string, SlotKind> = {
  '': 'class',
  class: 'class',
  course: 'class',
  planning: 'planning',
  prep: 'planning',
  free: 'planning',
  lunch: 'lunch',
  duty: 'duty',
  off: 'off',
};

/** One letter per weekday, as in most timetables: 'MTWRF'. */
const dayLetters: Record<string, Weekday> = {
  m: 'monday',
  t: 'tuesday',
  w: 'wednesday',
  r: 'thursday',
  f: 'friday',
};

/**
 * Returns the weekdays of a cell: 'MWF', 'Mon Wed', 'Tue/Thu', empty for every day. Returns null if it can't be read.
 */
export function daysIn(cell: string): Weekday[] | null {
  const words = cell.toLowerCase().match(/[a-z]+/g) ?? [];
  if (words.length === 0 || ['daily', 'all', 'everyday'].includes(words.join(''))) return [];
  const found = words.map((word) => {
    const named = word.length >= 3 ? weekdays.find((day) => day.startsWith(word.slice(0, 3))) : undefined;
    if (named !== undefined) return [named];
    const letters = [...word].map((letter) => dayLetters[letter]);
    return letters.every((day) => day !== undefined) ? letters : null;
  });
  if (found.some((days) => days === null)) return null;
  const days = new Set(found.flatMap((each) => each ?? []));
  return days.size === 5 ? [] : weekdays.filter((day) => days.has(day));
}

/**
 * Returns the timetable in the records of a file, whose first one has the column names. It finds every problem, so a
 * file only needs to be corrected once.
 */
export function readTimetable(
  [header = [], ...rows]: readonly (readonly string[])[],
  teachers: readonly NamedPerson[],
  periods: readonly string[],
): ReadTimetable {
  const columns = header.map((name) => columnNames[name.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? null);
  const read: ReadTimetable = { slots: new Map(), entries: 0, problems: [] };
  if (!columns.includes('teacher') || !columns.includes('period')) {
    read.problems.push({ row: 1, sentence: "The first row must name the columns, including 'Teacher' and 'Period'." });
    return read;
  }
  const find = personFinder(teachers, teacherWords);
  for (const [nth, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const cellOf = (column: Column) => cells[columns.indexOf(column)]?.trim() ?? '';
    readRow(read, { row: nth + 2, cellOf, find, periods });
  }
  return read;
}

type Row = {
  row: number;
  cellOf: (column: Column) => string;
  find: (name: string) => NamedPerson | string;
  periods: readonly string[];
};

function readRow(read: ReadTimetable, { row, cellOf, find, periods }: Row): void {
  const problems: string[] = [];
  const teacher = find(cellOf('teacher'));
  if (typeof teacher === 'string') problems.push(teacher);
  const period = periods.find((each) => each.toLowerCase() === cellOf('period').toLowerCase());
  if (period === undefined)
    problems.push(
      cellOf('period') === '' ? 'The period is missing.' : `Your bell schedules have no period “${cellOf('period')}”.`,
    );
  const days = daysIn(cellOf('days'));
  if (days === null) problems.push(`“${cellOf('days')}” isn’t a list of weekdays. Write MTWRF, or Mon Wed.`);
  const kind = kindWords[cellOf('kind').toLowerCase()];
  if (kind === undefined) problems.push(`“${cellOf('kind')}” isn’t a kind. Write class, planning, lunch, duty or off.`);
  const size = cellOf('size') === '' ? null : Number(cellOf('size'));
  if (size !== null && !(Number.isInteger(size) && size >= 0 && size <= timetableLimits.size))
    problems.push(`“${cellOf('size')}” isn’t a number of students up to ${timetableLimits.size}.`);
  const [title, room] = [cellOf('title'), cellOf('room')];
  if (title.length > timetableLimits.title)
    problems.push(`The class has more than ${timetableLimits.title} characters.`);
  if (room.length > timetableLimits.room) problems.push(`The room has more than ${timetableLimits.room} characters.`);
  if (
    typeof teacher !== 'string' &&
    period !== undefined &&
    days !== null &&
    kind !== undefined &&
    problems.length === 0
  ) {
    const slots = read.slots.get(teacher.id) ?? [];
    const next = [...slots, { period, days, kind, title, room: roomName(room), size }];
    const [double] = slotProblems(next);
    if (double !== undefined) problems.push(`${teacher.fullName}: ${double.sentence}`);
    else if (next.length > timetableLimits.slots) problems.push(`${teacher.fullName} has too many rows.`);
    else {
      read.slots.set(teacher.id, next);
      read.entries += 1;
    }
  }
  read.problems.push(...problems.map((sentence) => ({ row, sentence })));
}

/** A bare number is a room: '12' becomes 'Room 12'. */
function roomName(room: string): string {
  return /^[a-z]{0,2}-?\d{1,4}[a-z]?$/i.test(room) ? `Room ${room.toUpperCase()}` : room;
}

const teacherWords = {
  missing: 'The teacher is missing.',
  unknown: (name: string) => `No teacher at your school is named “${name}”.`,
  several: (name: string) => `Several teachers are named “${name}”. Use the username or email.`,
};
