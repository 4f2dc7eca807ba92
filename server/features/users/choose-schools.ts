import type { Tx } from '#server/db/database.ts';
import { adminsOf } from '#server/features/accounts/queries.ts';
import { releaseSubstituteFromSchool } from '#server/features/vacancies/consequences.ts';
import type { UpdateCall } from '#server/features/users/decide-account.ts';
import type { PersonRow } from '#server/features/users/queries.ts';
import { isWithin } from '#server/http/limits.ts';
import {
  activeSchoolsAmong,
  deselectSchools,
  schoolsThatDecide,
  selectSchools,
} from '#server/features/users/writes.ts';
import { wrongField } from '#server/http/refused.ts';
import { tell } from '#server/notices/tell.ts';

/** Schools that hear of one person's applications in a day; whoever else is applied to finds them under Pending Approvals. */
const toldPerDay = 100;

/**
 * Changes which schools a substitute works for. Leaving one reopens what they hold there; choosing one asks for
 * its approval unless one counts there already, its own or that of another school of its district.
 *
 * @throws {Refused} bad_input at `selectedSchoolIds` where a school is not offered.
 */
export async function chooseSchools(
  tx: Tx,
  call: UpdateCall,
  person: PersonRow,
  wanted: readonly number[],
): Promise<void> {
  const { now } = call;
  const current = person.links.filter((link) => link.isSelected).map((link) => link.schoolId);
  const added = [...new Set(wanted)].filter((id) => !current.includes(id));
  const left = current.filter((id) => !wanted.includes(id));
  const offered = await activeSchoolsAmong(tx, added);
  if (offered.length !== added.length)
    throw wrongField('selectedSchoolIds', 'One of these schools is not offered. Please choose from the list.');
  if (left.length > 0) await deselectSchools(tx, person.id, left);
  for (const schoolId of left) await releaseSubstituteFromSchool(tx, call, person.id, schoolId);
  if (added.length > 0) await selectSchools(tx, person.id, added, now);
  const waiting = await schoolsThatDecide(tx, person.id, added);
  for (const school of offered) if (waiting.has(school.id)) await tellItsAdmins(tx, call, person, school);
}

async function tellItsAdmins(
  tx: Tx,
  call: UpdateCall,
  person: PersonRow,
  school: { id: number; name: string },
): Promise<void> {
  const rejectedEarlier = person.links.some((link) => link.schoolId === school.id && link.rejectedAt !== null);
  const limit = { key: `applications-of:${person.id}`, most: toldPerDay, windowSeconds: 86_400 };
  if (!(await isWithin(tx, limit, call.now))) return;
  await tell(tx, call, {
    kind: 'account_pending',
    cause: `account:${person.id}:pending:${school.id}:${call.now.getTime()}`,
    recipients: await adminsOf(tx, school.id),
    facts: { to: 'school_admin', name: person.fullName, role: person.role, school: school.name, rejectedEarlier },
    schoolId: school.id,
  });
}
