import type { ExportLine } from './hours-export.ts';
import { payKindNames } from './pay.ts';

/** The totals of a group of lines. */
export interface HourSum {
  /** A person's name, or a pay code with its kind of day. */
  name: string;
  employeeId: string | null;
  /** The dates with work or pay. */
  days: number;
  lines: number;
  minutes: number;
  units: number;
  cents: number;
}

export const noHours: Omit<HourSum, 'name' | 'employeeId'> = { days: 0, lines: 0, minutes: 0, units: 0, cents: 0 };

/** Returns two sums as one. Days of different people add up. */
export function added<Sum extends typeof noHours>(sum: Sum, more: typeof noHours): Sum {
  return {
    ...sum,
    days: sum.days + more.days,
    lines: sum.lines + more.lines,
    minutes: sum.minutes + more.minutes,
    units: sum.units + more.units,
    cents: sum.cents + more.cents,
  };
}

/**
 * Returns the sum of each person's lines, in the order of their first lines. All lines of a person must be among these.
 */
export function sumsByPerson(lines: readonly ExportLine[]): HourSum[] {
  const groups = Map.groupBy(lines, ({ substituteId }) => substituteId);
  return [...groups.values()].map((own) =>
    sumOf(own, own[0]?.substituteName ?? '', own.find(({ employeeId }) => employeeId !== null)?.employeeId ?? null),
  );
}

/** Returns the sum of each pay code and kind of day. */
export function sumsByCode(lines: readonly ExportLine[]): HourSum[] {
  const groups = Map.groupBy(lines, ({ payCode, kind }) => {
    const name = kind === 'cover' ? 'Covered period' : payKindNames[kind];
    return payCode === '' ? name : `${payCode} (${name.toLowerCase()})`;
  });
  return [...groups].map(([name, own]) => sumOf(own, name, null));
}

/** Returns one sum for each name, by name. */
export function merged(sums: readonly HourSum[]): HourSum[] {
  const found = new Map<string, HourSum>();
  for (const sum of sums) {
    const known = found.get(sum.name);
    found.set(sum.name, known === undefined ? sum : added(known, sum));
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Neither a correction nor a no-show, which has no time and no pay, is a day. */
function isDay({ kind, minutes, units, cents }: ExportLine): boolean {
  return kind !== 'correction' && (minutes !== 0 || units !== 0 || cents !== 0);
}

function sumOf(lines: readonly ExportLine[], name: string, employeeId: string | null): HourSum {
  const days = new Set(lines.filter(isDay).map((line) => `${line.substituteId} ${line.date}`));
  return lines.reduce<HourSum>(
    (sum, { minutes, units, cents }) => added(sum, { days: 0, lines: 1, minutes, units, cents }),
    {
      ...noHours,
      name,
      employeeId,
      days: days.size,
    },
  );
}
