import { randomUUID } from 'node:crypto';
import type { exportUsers, importOutcomes, importUsers, previewImport } from '#contract/invitations.ts';
import { can } from '#domain/permissions.ts';
import { idsOf } from '#server/core/ids.ts';
import { audit } from '#server/db/audit.ts';
import { csvOf, sendCsv } from '#server/http/csv.ts';
import type { Tx } from '#server/db/database.ts';
import { invitePeople, type InvitingSchool, ownSchool } from '#server/features/invitations/invite.ts';
import { peopleToExport } from '#server/features/invitations/queries.ts';
import { type PlannedPerson, planImport } from '#server/features/invitations/plan-import.ts';
import { type ReadFile, readPeople, type RowProblem } from '#server/features/invitations/read-csv.ts';
import {
  addToSchool,
  holdDistricts,
  insertInvited,
  type InvitedPerson,
  updateKnown,
} from '#server/features/users/commands.ts';
import type { KnownPerson } from '#server/features/users/queries.ts';
import { notifyEach } from '#server/notifications/notify.ts';
import { notAllowed, Refused } from '#server/core/refused.ts';
import { keyOfAccount } from '#server/http/caller.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';
import { hashPassword } from '#server/security/passwords.ts';

/** How many valid and invalid rows a preview lists. */
const shownPeople = 20;
const shownProblems = 500;
/** How many invalid rows a refused import lists. */
const namedRows = 50;

type ImportCall = Pick<Call<typeof previewImport>, 'actor' | 'session'> & { body: { role: 'teacher' | 'substitute' } };

/** Returns the result of importing a file. */
export async function previewOf(call: Call<typeof previewImport>): ReplyTo<typeof previewImport> {
  const school = importingSchool(call);
  const { role, csv } = call.body;
  const { people, problems, ignoredColumns, total, badRows } = await planImport(
    call.db,
    { schoolId: school.id, role },
    readPeople(csv),
  );
  const shown = people.slice(0, shownPeople).map(({ row, fullName, username, email, known }) => ({
    row,
    fullName,
    username,
    email: email ?? null,
    becomes: outcomeOf(known),
  }));
  return {
    total,
    good: people.length,
    problems: problems.slice(0, shownProblems),
    ignoredColumns,
    people: shown,
    ...countsOf(people),
    badRows,
  };
}

function outcomeOf(known: KnownPerson | null): (typeof importOutcomes)[number] {
  if (known === null) return 'created';
  return known.isHere ? 'updated' : 'joined';
}

function countsOf(people: readonly PlannedPerson[]): Record<(typeof importOutcomes)[number], number> {
  const counts = { created: 0, updated: 0, joined: 0 };
  for (const { known } of people) counts[outcomeOf(known)] += 1;
  return counts;
}

/** Hashes a random password that no one knows, before the transaction takes a connection. */
export async function nobodysPassword(call: ImportCall): Promise<string> {
  importingSchool(call);
  return hashPassword(randomUUID(), keyOfAccount(call.actor.id));
}

type Prepared = { passwordHash: string; file: ReadFile };

/** Reads the file and hashes a password, before the transaction takes a connection. */
export async function prepareImport(call: Call<typeof importUsers>): Promise<Prepared> {
  const passwordHash = await nobodysPassword(call);
  return { passwordHash, file: readPeople(call.body.csv) };
}

/**
 * Imports the valid rows of a file: makes accounts and invites their people, updates those who are known at the school,
 * and adds substitutes of the district. Returns the other rows with their reasons.
 *
 * @throws {Refused} bad_input with the reason of each row if none is valid.
 */
export async function importPeople(
  call: CallInTx<typeof importUsers>,
  tx: Tx,
  { passwordHash, file }: Prepared,
): ReplyTo<typeof importUsers> {
  const { now } = call;
  const { role } = call.body;
  const school = importingSchool(call);
  if (role === 'substitute') await holdDistricts(tx, 'shared');
  const { people, problems, badRows } = await planImport(tx, { schoolId: school.id, role }, file);
  refuseBadRows(problems, people.length);
  const fresh = people.filter(({ known }) => known === null);
  const ids = await insertInvited(
    tx,
    { role, schoolId: school.id, passwordHash },
    fresh.map(({ username, ...person }) => ({ username, ...fieldsOf(person) })),
    now,
  );
  await updateKnown(
    tx,
    people.flatMap(({ known, ...person }) => {
      // A substitute who has signed in keeps their own profile up to date, so the file only fills in empty fields.
      if (known === null) return [];
      const overwrites = known.isHere && (role === 'teacher' || !known.hasSignedIn);
      return [{ id: known.id, overwrites, ...fieldsOf(person) }];
    }),
  );
  await join(tx, call, school, people);
  const { mailed, slips } = await invitePeople(
    tx,
    call,
    school,
    fresh.map((person) => ({ ...person, role, userId: ids.get(person.username) ?? 0 })),
  );
  const detail = { role, count: people.length };
  await audit(tx, call, { act: 'user.import', subject: ['school', school.id], schoolId: school.id, detail });
  return { ...countsOf(people), badRows, mailed, slips };
}

/** Adds the substitutes of the district who are not at the school yet, and notifies them. */
async function join(
  tx: Tx,
  call: CallInTx<typeof importUsers>,
  school: InvitingSchool,
  people: readonly PlannedPerson[],
): Promise<void> {
  const { now } = call;
  const joining = people.flatMap(({ known }) => (known === null || known.isHere ? [] : [known]));
  if (joining.length === 0) return;
  await addToSchool(tx, idsOf(joining), school.id, now);
  await notifyEach(tx, call, {
    kind: 'account_approved',
    schoolId: school.id,
    each: joining.map(({ id, fullName }) => ({
      cause: `account:${id}:approved:${now.getTime()}`,
      recipient: id,
      facts: { to: 'substitute', name: fullName, school: school.name },
    })),
  });
}

type Fields = Partial<Record<Exclude<keyof InvitedPerson, 'username' | 'fullName'>, string | null | undefined>>;

function fieldsOf(person: Fields & { fullName: string }): Omit<InvitedPerson, 'username'> {
  const { fullName, email, phone, department, subjects, qualifications, preferredSubjects } = person;
  return {
    fullName,
    email: email ?? null,
    phone: phone ?? null,
    department: department ?? null,
    subjects: subjects ?? null,
    qualifications: qualifications ?? null,
    preferredSubjects: preferredSubjects ?? null,
  };
}

/** Returns the school's people in the columns that the import reads. */
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

/** Returns the school that a file's people are added to. */
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

function refuseBadRows(problems: readonly RowProblem[], good: number): void {
  if (good > 0) return;
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
