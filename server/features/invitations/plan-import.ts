import { originalCell } from '#domain/csv.ts';
import { personLimits, proposedUsername } from '#domain/person.ts';
import { phoneKey } from '#server/core/phone.ts';
import type { Queryable } from '#server/db/database.ts';
import type { ReadFile, ReadPerson, RowProblem } from '#server/features/invitations/read-csv.ts';
import { takenUsernames } from '#server/features/users/commands.ts';
import { type KnownPerson, knownPeople } from '#server/features/users/queries.ts';
import { csvOf } from '#server/http/csv.ts';

type Importing = { schoolId: number; role: 'teacher' | 'substitute' };

/** A valid row with its outcome. */
export type PlannedPerson = Omit<ReadPerson, 'username'> & { username: string; known: KnownPerson | null };

/** The result of reading a file. `badRows` is a CSV file of all invalid rows with their reasons, or empty. */
export type ImportPlan = Pick<ReadFile, 'problems' | 'ignoredColumns' | 'total'> & {
  people: PlannedPerson[];
  badRows: string;
};

/**
 * Returns a file with facts from the database: the people known by username, email or phone, and the usernames that are
 * taken. A person who is known at the school is updated. A substitute who is known by a confirmed email in the district
 * joins the school.
 */
export async function planImport(db: Queryable, importing: Importing, file: ReadFile): Promise<ImportPlan> {
  const known = await knownPeople(db, importing, {
    usernames: file.people.flatMap(({ username }) => username?.toLowerCase() ?? []),
    emails: file.people.flatMap(({ email }) => email?.toLowerCase() ?? []),
    phones: file.people.flatMap(({ phone }) => keyOf(phone) ?? []),
  });
  const find = finderOf(known);
  const rowOf = new Map<number, number>();
  const problems: RowProblem[] = [];
  const found = file.people.flatMap((person) => {
    const match = find(person);
    const before = match === null ? undefined : rowOf.get(match.id);
    if (before !== undefined) {
      const sentence = `This is the same person as in row ${before}.`;
      problems.push({ row: person.row, name: person.fullName, column: null, sentence });
      return [];
    }
    if (match !== null) rowOf.set(match.id, person.row);
    return [{ ...person, known: match }];
  });
  const { people, taken } = await withUsernames(db, found);
  const all = [...file.problems, ...problems, ...taken].toSorted((a, b) => a.row - b.row);
  return { ...file, people, problems: all, badRows: badRowsOf(file, all) };
}

const keyOf = (phone: string | null | undefined) => (phone ? phoneKey(phone) : null);

/**
 * Finds the person of a row. A number may be shared by a family or an office, so it finds only a person of the school
 * with the same name.
 */
function finderOf(known: readonly KnownPerson[]): (person: ReadPerson) => KnownPerson | null {
  const here = known.filter(({ isHere }) => isHere);
  const byUsername = new Map(here.map((one) => [one.username.toLowerCase(), one]));
  const byEmail = new Map(known.map((one) => [one.email, one]));
  const nameAndPhone = (name: string, phone: string | null | undefined) => {
    const key = keyOf(phone);
    return key === null ? null : `${key} ${name.toLowerCase()}`;
  };
  const byPhone = new Map(here.map((one) => [nameAndPhone(one.fullName, one.phone), one]));
  return ({ username, email, phone, fullName }) => {
    const called = nameAndPhone(fullName, phone);
    return (
      (username === undefined ? undefined : byUsername.get(username.toLowerCase())) ??
      (email ? byEmail.get(email.toLowerCase()) : undefined) ??
      (called === null ? undefined : byPhone.get(called)) ??
      null
    );
  };
}

type FoundPerson = ReadPerson & { known: KnownPerson | null };

/** Gives every row a username: the existing one, the one in the file, or one derived from the name. */
async function withUsernames(
  db: Queryable,
  found: readonly FoundPerson[],
): Promise<{ people: PlannedPerson[]; taken: RowProblem[] }> {
  const given = found.flatMap(({ known, username }) => (known === null && username !== undefined ? username : []));
  const taken = await takenUsernames(
    db,
    given.map((username) => username.toLowerCase()),
  );
  const used = new Set(given.map((username) => username.toLowerCase()));
  const made = await madeUsernames(
    db,
    found.filter(({ known, username }) => known === null && username === undefined),
    used,
  );
  const problems: RowProblem[] = [];
  const people = found.flatMap((person): PlannedPerson[] => {
    const { row, fullName, known } = person;
    const username = known?.username ?? person.username ?? made.get(row) ?? '';
    if (known === null && taken.has(username.toLowerCase())) {
      const sentence = `The username ${username} is already taken. Choose another, or leave it empty.`;
      problems.push({ row, name: fullName, column: 'username', sentence });
      return [];
    }
    return [{ ...person, username }];
  });
  return { people, taken: problems };
}

/** Returns a free username for each row, made from the name: 'maya_okafor', or 'maya_okafor_2' where that is taken. */
async function madeUsernames(
  db: Queryable,
  people: readonly ReadPerson[],
  used: Set<string>,
): Promise<Map<number, string>> {
  const made = new Map<number, string>();
  let waiting = people.map(({ row, fullName }) => ({ row, base: proposedUsername(fullName) || 'person', next: 1 }));
  while (waiting.length > 0) {
    const tried = waiting.map((one) => {
      let { next } = one;
      let username = numbered(one.base, next);
      while (used.has(username)) username = numbered(one.base, (next += 1));
      used.add(username);
      return { ...one, username, next: next + 1 };
    });
    const taken = await takenUsernames(
      db,
      tried.map(({ username }) => username),
    );
    for (const { row, username } of tried) if (!taken.has(username)) made.set(row, username);
    waiting = tried.filter(({ username }) => taken.has(username));
  }
  return made;
}

function numbered(base: string, count: number): string {
  if (count === 1) return base;
  const end = `_${count}`;
  return `${base.slice(0, personLimits.username.max - end.length)}${end}`;
}

/** Returns the rows with errors as they are in the file, with the reason in an additional last column. */
function badRowsOf({ header, cells }: ReadFile, problems: readonly RowProblem[]): string {
  if (problems.length === 0) return '';
  const rows = [...new Set(problems.map(({ row }) => row))].map((row) => {
    const own = cells.get(row) ?? [];
    const reasons = problems.filter((problem) => problem.row === row).map(({ sentence }) => sentence);
    return [...header.map((_, at) => originalCell(own[at] ?? '')), [...new Set(reasons)].join(' ')];
  });
  return csvOf([...header, 'What is wrong'], rows);
}
