import { CsvError, parse } from 'csv-parse/sync';
import type * as z from 'zod/mini';
import { importedPerson, importLimit } from '#contract/invitations.ts';
import { originalCell, repairedText } from '#domain/csv.ts';
import { normalizeUsername } from '#domain/person.ts';
import { type Refused, wrongField } from '#server/core/refused.ts';
import { delimiterOf } from '#server/http/csv-records.ts';

type Column = keyof z.input<typeof importedPerson> | 'firstName' | 'lastName';

/** Common names of each column, without case, spaces and punctuation. */
const columnNames: Record<string, Column> = {
  fullname: 'fullName',
  name: 'fullName',
  firstname: 'firstName',
  givenname: 'firstName',
  first: 'firstName',
  lastname: 'lastName',
  surname: 'lastName',
  familyname: 'lastName',
  last: 'lastName',
  teacher: 'fullName',
  substitute: 'fullName',
  username: 'username',
  user: 'username',
  login: 'username',
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  phone: 'phone',
  phonenumber: 'phone',
  telephone: 'phone',
  mobile: 'phone',
  department: 'department',
  subjects: 'subjects',
  subject: 'subjects',
  qualifications: 'qualifications',
  qualification: 'qualifications',
  preferredsubjects: 'preferredSubjects',
};

/** The maximum number of rows read, including empty ones: a file of only line breaks would take a minute. */
const mostRows = 2 * importLimit;
/** The maximum length of a row, in characters: far longer than any account's data. */
const longestRow = 100_000;
/** The maximum number of columns in a file. */
const mostColumns = 200;

export type RowProblem = { row: number; name: string; column: string | null; sentence: string };
/** A valid row, by its number in a spreadsheet. */
export type ReadPerson = z.output<typeof importedPerson> & { row: number };
export type ReadFile = {
  people: ReadPerson[];
  problems: RowProblem[];
  ignoredColumns: string[];
  total: number;
  header: readonly string[];
  /** The cells of each row that contains any, by its number. */
  cells: ReadonlyMap<number, readonly string[]>;
};

/**
 * Returns the people in a CSV file: quotes, line breaks in cells, any line ends, comma, semicolon or tab, with or
 * without a byte order mark. A cell is always text, even if a spreadsheet would interpret it.
 *
 * @throws {Refused} bad_input at `csv` if it isn't such a file.
 */
export function readPeople(csv: string): ReadFile {
  const text = repairedText(csv);
  const { records, broken } = recordsOf(text);
  const [header = [], ...rows] = records;
  const columns = columnsOf(header);
  const filled = rows
    .map((cells, index) => ({ cells, row: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length > importLimit) throw tooManyPeople();
  const file: ReadFile = {
    people: [],
    problems: broken,
    ignoredColumns: header.filter((name, index) => columns[index] === null && name.trim() !== ''),
    total: filled.length,
    header,
    cells: new Map(filled.map(({ cells, row }) => [row, cells])),
  };
  const seen = new Map<string, number>();
  for (const { cells, row } of filled) readRow(file, columns, { cells, row, width: header.length }, seen);
  return file;
}

function tooManyPeople(): Refused {
  return wrongField(
    'csv',
    `A file can contain at most ${importLimit.toLocaleString('en-US')} people. Split it into smaller files.`,
  );
}

function recordsOf(text: string): { records: string[][]; broken: RowProblem[] } {
  const records: string[][] = [];
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      // A nickname typed by hand: Robert "Bob" Lee.
      relax_quotes: true,
      max_record_size: longestRow,
      on_record: (record: string[]) => {
        if (records.length > mostRows) throw tooManyPeople();
        if (records.length === 0 && record.length > mostColumns)
          throw wrongField('csv', `A file can have at most ${mostColumns} columns.`);
        records.push(record);
        return null;
      },
    });
    return { records, broken: [] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = records.length + 1;
    return {
      records,
      broken: [
        {
          row,
          name: '',
          column: null,
          sentence:
            error.code === 'CSV_MAX_RECORD_SIZE'
              ? "We can't read the file from here on: this row is too long. A quotation mark may be missing."
              : "We can't read the file from here on: there is a missing or extra quotation mark.",
        },
      ],
    };
  }
}

function columnsOf(header: readonly string[]): (Column | null)[] {
  const plain = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  if (plain.some((name) => name.includes('password')))
    throw wrongField('csv', 'Remove the password column. Everyone gets an invitation to choose their own.');
  const columns = plain.map((name) => columnNames[name] ?? null);
  const isNamed = columns.includes('fullName') || (columns.includes('firstName') && columns.includes('lastName'));
  if (!isNamed)
    throw wrongField(
      'csv',
      "The first row must contain the column names, including 'Full name', or 'First name' and 'Last name'.",
    );
  const twice = columns.findIndex((column, index) => column !== null && columns.indexOf(column) !== index);
  if (twice !== -1)
    throw wrongField(
      'csv',
      `Two columns have the same meaning: '${header[columns.indexOf(columns[twice] ?? null)]?.trim()}' and '${header[twice]?.trim()}'. Remove one of them.`,
    );
  return columns;
}

function readRow(
  file: ReadFile,
  columns: readonly (Column | null)[],
  { cells, row, width }: { cells: readonly string[]; row: number; width: number },
  seen: Map<string, number>,
): void {
  const sent: Partial<Record<Column, string>> = {};
  for (const [index, column] of columns.entries()) if (column !== null) sent[column] = originalCell(cells[index] ?? '');
  const { firstName = '', lastName = '', username = '', ...fields } = sent;
  const parts = { ...fields, username: username.trim().replace(/^@/, '') };
  if (parts.fullName === undefined || parts.fullName.trim() === '')
    parts.fullName = `${firstName.trim()} ${lastName.trim()}`.trim();
  const { username: given, ...unnamed } = parts;
  const person = given === '' ? unnamed : parts;
  const name = parts.fullName.trim().slice(0, 100);
  const wrong = (column: string | null, sentence: string) => file.problems.push({ row, name, column, sentence });
  if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
    return void wrong(
      null,
      `This row has ${cells.length} cells, but the first row has only ${width}. A quotation mark may be missing.`,
    );
  const lost = Object.entries(sent).find(([, cell]) => cell.includes('\uFFFD'));
  if (lost !== undefined)
    return void wrong(lost[0], 'Some letters were lost when the file was saved. Save it as “CSV UTF-8” and try again.');
  const read = importedPerson.safeParse(person);
  if (!read.success) {
    for (const issue of read.error.issues) wrong(issue.path.map(String).join('.') || null, issue.message);
    return;
  }
  if (read.data.username !== undefined) {
    const key = normalizeUsername(read.data.username);
    const first = seen.get(key);
    if (first !== undefined)
      return void wrong('username', `The username ${read.data.username} is already in row ${first}.`);
    seen.set(key, row);
  }
  file.people.push({ ...read.data, row });
}
