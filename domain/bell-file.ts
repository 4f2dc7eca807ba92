import { type BellPeriod, bellLimits, bellProblems, type BellSchedule } from './bell.ts';
import type { RowProblem } from './csv.ts';
import { byText } from './text-order.ts';

/** The bell schedules in a file, and all of its problems. */
export interface ReadBells {
  schedules: BellSchedule[];
  problems: RowProblem[];
}

type Column = 'schedule' | 'period' | 'start' | 'end';

/** Common names of each column, in lowercase letters only. */
const columnNames: Record<string, Column> = {
  schedule: 'schedule',
  bellschedule: 'schedule',
  schedulename: 'schedule',
  kindofday: 'schedule',
  daytype: 'schedule',
  day: 'schedule',
  period: 'period',
  periodname: 'period',
  block: 'period',
  hour: 'period',
  start: 'start',
  starts: 'start',
  starttime: 'start',
  begin: 'start',
  begins: 'start',
  from: 'start',
  end: 'end',
  ends: 'end',
  endtime: 'end',
  to: 'end',
};

/**
 * Returns the time of a cell as 'HH:mm': '8:05', '8:05 AM', '1405', '14:05:00'. Bell schedules often leave out PM, so a
 * time before 6:00 without AM or PM is in the afternoon. Returns null if it isn't a time.
 */
export function timeIn(cell: string): string | null {
  const [, hours = '', minutes = '', half = ''] =
    /^(\d{1,2})[:.]?(\d{2})(?::00)?\s*(?:([ap])\.?m?\.?)?$/i.exec(cell.trim()) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hours === '' || minute > 59 || hour > 23 || (half !== '' && (hour < 1 || hour > 12))) return null;
  const isAfternoon = half === '' ? hour > 0 && hour < 6 && hours.length === 1 : half.toLowerCase() === 'p';
  const of24 = half === '' ? hour + (isAfternoon ? 12 : 0) : (hour % 12) + (isAfternoon ? 12 : 0);
  return `${String(of24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

type Named = { name: string; periods: (BellPeriod & { row: number })[] };

const noPeriods: RowProblem = { row: 2, sentence: 'The file has no periods.' };

/**
 * Returns the bell schedules in the records of a file, whose first one has the column names. Schedules are in the order
 * of their first rows, periods in the order of their start. It finds every problem, so a file only needs to be
 * corrected once.
 */
export function readBells([header = [], ...rows]: readonly (readonly string[])[]): ReadBells {
  const columns = header.map((name) => columnNames[name.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? null);
  if (!(['period', 'start', 'end'] as const).every((column) => columns.includes(column))) {
    const sentence = "The first row must name the columns, including 'Period', 'Starts' and 'Ends'.";
    return { schedules: [], problems: [{ row: 1, sentence }] };
  }
  const named = new Map<string, Named>();
  const problems: RowProblem[] = [];
  for (const [nth, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const cellOf = (column: Column) => cells[columns.indexOf(column)]?.trim() ?? '';
    const found = problemsOf(cellOf);
    const row = nth + 2;
    problems.push(...found.map((sentence) => ({ row, sentence })));
    const [start, end] = [timeIn(cellOf('start')), timeIn(cellOf('end'))];
    if (found.length > 0 || start === null || end === null) continue;
    scheduleNamed(named, cellOf('schedule')).periods.push({ row, period: cellOf('period'), start, end });
  }
  const schedules = Array.from(named.values(), ({ name, periods }) => ({
    name,
    periods: periods.toSorted((a, b) => byText(a.start, b.start)),
  }));
  problems.push(...(schedules.length === 0 && problems.length === 0 ? [noPeriods] : problemsAmong(schedules)));
  return {
    schedules: schedules.map(({ name, periods }) => ({
      name,
      periods: periods.map(({ row: _row, ...period }) => period),
    })),
    problems: problems.toSorted((a, b) => a.row - b.row),
  };
}

function problemsOf(cellOf: (column: Column) => string): string[] {
  const period = cellOf('period');
  return [
    ...(period === '' ? ['The period is missing.'] : []),
    ...(period.length > bellLimits.period ? [`The period has more than ${bellLimits.period} characters.`] : []),
    ...(cellOf('schedule').length > bellLimits.name
      ? [`The schedule’s name has more than ${bellLimits.name} characters.`]
      : []),
    ...[cellOf('start'), cellOf('end')].flatMap((time) =>
      timeIn(time) === null
        ? [time === '' ? 'A time is missing.' : `“${time}” isn’t a time. Write 8:05 AM or 14:05.`]
        : [],
    ),
  ];
}

/** Rows without a schedule belong to the regular day. `named` has the schedules by their names in lower case. */
function scheduleNamed(named: Map<string, Named>, cell: string): Named {
  const name = cell === '' ? 'Regular day' : cell;
  const known = named.get(name.toLowerCase());
  if (known !== undefined) return known;
  const added: Named = { name, periods: [] };
  named.set(name.toLowerCase(), added);
  return added;
}

/** Problems between rows that are each valid. */
function problemsAmong(schedules: readonly Named[]): RowProblem[] {
  const tooMany = schedules.slice(bellLimits.schedules).map(({ periods }) => ({
    row: periods[0]?.row ?? 1,
    sentence: `A school can have at most ${bellLimits.schedules} schedules.`,
  }));
  const tooLong = schedules.flatMap(({ periods }) =>
    periods.slice(bellLimits.periods, bellLimits.periods + 1).map(({ row }) => ({
      row,
      sentence: `A day can have at most ${bellLimits.periods} periods.`,
    })),
  );
  const among = bellProblems({ schedules, weekly: {}, days: [] }).map(({ field, sentence }) => {
    const [, schedule = 0, , period = 0] = field.split('.').map(Number);
    return { row: schedules[schedule]?.periods[period]?.row ?? 1, sentence };
  });
  return [...tooMany, ...tooLong, ...among];
}
