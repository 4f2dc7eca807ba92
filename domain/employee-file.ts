import type { RowProblem } from './csv.ts';
import { hourLimits } from './hours.ts';
import { type NamedPerson, personFinder } from './person-finder.ts';

/** The contents of a file of employee IDs: each person's, and the problem of each row that can't be used. */
export interface ReadEmployeeIds {
  ids: Map<number, string>;
  problems: RowProblem[];
}

const personColumns = [
  'name',
  'fullname',
  'person',
  'employee',
  'employeename',
  'substitute',
  'teacher',
  'username',
  'email',
];
const idColumns = ['employeeid', 'employeenumber', 'employeeno', 'staffid', 'payrollid', 'id', 'number'];

const words = {
  missing: 'The name is missing.',
  unknown: (name: string) => `No one at your school is named “${name}”.`,
  several: (name: string) => `Several people are named “${name}”. Use the username or email.`,
};

/**
 * Returns the employee IDs in the records of a file, whose first one has the column names. A row without an ID is
 * skipped, so a list of everyone can be filled in bit by bit. It finds every problem, so a file only needs to be
 * corrected once.
 */
export function readEmployeeIds(
  [header = [], ...rows]: readonly (readonly string[])[],
  people: readonly NamedPerson[],
): ReadEmployeeIds {
  const names = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const [person, id] = [personColumns, idColumns].map((known) => names.findIndex((name) => known.includes(name)));
  const read: ReadEmployeeIds = { ids: new Map(), problems: [] };
  if (person === undefined || id === undefined || person < 0 || id < 0) {
    read.problems.push({
      row: 1,
      sentence: "The first row must name the columns, including 'Name' and 'Employee ID'.",
    });
    return read;
  }
  const find = personFinder(people, words);
  const taken = new Map<string, number>();
  for (const [nth, cells] of rows.entries()) {
    const employeeId = cells[id]?.trim() ?? '';
    if (employeeId === '') continue;
    const row = nth + 2;
    const found = find(cells[person]?.trim() ?? '');
    const sentence = problemOf(found, employeeId, read.ids, taken.get(employeeId));
    if (sentence !== null) read.problems.push({ row, sentence });
    else if (typeof found !== 'string') {
      read.ids.set(found.id, employeeId);
      taken.set(employeeId, row);
    }
  }
  return read;
}

function problemOf(
  found: NamedPerson | string,
  employeeId: string,
  ids: ReadonlyMap<number, string>,
  sameAs: number | undefined,
): string | null {
  if (typeof found === 'string') return found;
  if (employeeId.length > hourLimits.employeeId)
    return `The employee ID has more than ${hourLimits.employeeId} characters.`;
  if (ids.has(found.id)) return `${found.fullName} has two rows.`;
  return sameAs === undefined ? null : `Row ${sameAs} has the same employee ID.`;
}
