import { randomUUID } from 'node:crypto';
import type { ReplyInput } from '#contract/endpoint.ts';
import type { exportUsers, importUsers, previewImport } from '#contract/invitations.ts';
import { can } from '#domain/permissions.ts';
import { audit } from '#server/db/audit.ts';
import { csvOf, sendCsv } from '#server/http/csv.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { invitePeople, type InvitingSchool, ownSchool } from '#server/features/invitations/invite.ts';
import { peopleToExport } from '#server/features/invitations/queries.ts';
import { type ReadFile, readPeople, type RowProblem } from '#server/features/invitations/read-csv.ts';
import { insertInvited, takenUsernames } from '#server/features/users/commands.ts';
import { notAllowed, Refused } from '#server/core/refused.ts';
import type { Call, CallInTx } from '#server/http/route.ts';
import { hashPassword } from '#server/security/passwords.ts';

/** How many valid and invalid rows a preview lists. */
const shownPeople = 20;
const shownProblems = 500;
/** How many invalid rows a refused import lists. */
const namedRows = 50;

type ImportCall = Pick<Call<typeof previewImport>, 'actor' | 'session'> & { body: { role: 'teacher' | 'substitute' } };

/** The result of importing a file. */
export async function previewOf(call: Call<typeof previewImport>): Promise<ReplyInput<typeof previewImport>> {
  importingSchool(call);
  const { people, problems, ignoredColumns, total } = await checkedFile(call.db, call.body.csv);
  const shown = people
    .slice(0, shownPeople)
    .map(({ row, fullName, username, email }) => ({ row, fullName, username, email: email ?? null }));
  return { total, good: people.length, problems: problems.slice(0, shownProblems), ignoredColumns, people: shown };
}

/** Hashes a random password that no one knows, before the transaction takes a connection. */
export async function nobodysPassword(call: ImportCall): Promise<string> {
  importingSchool(call);
  return hashPassword(randomUUID());
}

/**
 * Creates all accounts in a file and invites everyone, or creates none.
 *
 * @throws {Refused} bad_input with the reason for each invalid row.
 */
export async function importPeople(
  call: CallInTx<typeof importUsers>,
  tx: Tx,
  passwordHash: string,
): Promise<ReplyInput<typeof importUsers>> {
  const { actor, body, now } = call;
  const school = importingSchool(call);
  const { people, problems } = await checkedFile(tx, body.csv);
  refuseBadRows(problems, people.length);
  const ids = await insertInvited(
    tx,
    { role: body.role, schoolId: school.id, passwordHash },
    people.map((person) => ({
      username: person.username,
      fullName: person.fullName,
      email: person.email ?? null,
      phone: person.phone ?? null,
      department: person.department ?? null,
      subjects: person.subjects ?? null,
      qualifications: person.qualifications ?? null,
      preferredSubjects: person.preferredSubjects ?? null,
    })),
    now,
  );
  const { mailed, slips } = await invitePeople(
    tx,
    call,
    school,
    people.map((person) => ({ ...person, role: body.role, userId: ids.get(person.username) ?? 0 })),
  );
  await audit(
    tx,
    {
      actorId: actor.id,
      act: 'user.import',
      subjectType: 'school',
      subjectId: school.id,
      schoolId: school.id,
      detail: { role: body.role, count: people.length },
    },
    now,
  );
  return { created: people.length, mailed, slips };
}

/** The school's people in the columns that the import reads. */
export async function exportPeople(call: Call<typeof exportUsers>) {
  const { db, actor, query, reply } = call;
  const { id } = ownSchool(call);
  if (!can(actor, 'report.read', { schoolId: id })) throw notAllowed();
  const people = await peopleToExport(db, id, query.role);
  const header = [
    'Full name',
    'Username',
    'Email',
    'Phone',
    'Department',
    'Subjects',
    'Qualifications',
    'Preferred subjects',
  ];
  const rows = people.map((person) => [
    person.fullName,
    person.username,
    person.email,
    person.phone,
    person.department,
    person.subjects,
    person.qualifications,
    person.preferredSubjects,
  ]);
  return sendCsv(reply, `${query.role}s`, csvOf(header, rows));
}

/** The school that a file's people are added to. */
export function importingSchool(call: ImportCall): InvitingSchool {
  const school = ownSchool(call);
  const account = {
    role: call.body.role,
    schoolId: school.id,
    isPlatformOwner: false,
    selectedSchoolIds: [school.id],
    approvedSchoolIds: [school.id],
  };
  if (!can(call.actor, 'user.create', account)) throw notAllowed();
  return school;
}

/** Adds what only the database knows: which usernames are taken. */
async function checkedFile(db: Queryable, csv: string): Promise<ReadFile> {
  const file = readPeople(csv);
  const taken = await takenUsernames(
    db,
    file.people.map(({ username }) => username.toLowerCase()),
  );
  const isTaken = ({ username }: { username: string }) => taken.has(username.toLowerCase());
  const problems: RowProblem[] = file.people.filter(isTaken).map(({ row, fullName, username }) => ({
    row,
    name: fullName,
    column: 'username',
    sentence: `The username ${username} is already taken. Choose another.`,
  }));
  return {
    ...file,
    people: file.people.filter((person) => !isTaken(person)),
    problems: [...file.problems, ...problems].toSorted((a, b) => a.row - b.row),
  };
}

function refuseBadRows(problems: readonly RowProblem[], good: number): void {
  if (problems.length === 0 && good > 0) return;
  if (problems.length === 0)
    throw new Refused('bad_input', 'This file contains no people.', {
      fields: { csv: 'This file contains no people.' },
    });
  const fields: Record<string, string> = {};
  for (const { row, sentence } of problems.slice(0, namedRows)) fields[`row ${row}`] ??= sentence;
  const rows = new Set(problems.map(({ row }) => row)).size;
  throw new Refused('bad_input', `No one was added. Fix ${rows === 1 ? 'one row' : `${rows} rows`} and try again.`, {
    fields,
  });
}
