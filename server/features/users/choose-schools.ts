import type { Tx } from '#server/db/database.ts';
import { adminsOf } from '#server/features/accounts/queries.ts';
import { releaseSubstituteFromSchool } from '#server/features/vacancies/commands.ts';
import type { UpdateCall } from '#server/features/users/decide-account.ts';
import type { PersonRow } from '#server/features/users/queries.ts';
import { countAttempt, isWithin } from '#server/http/limits.ts';
import {
  activeSchoolsAmong,
  deselectSchools,
  schoolsThatDecide,
  selectSchools,
} from '#server/features/users/writes.ts';
import { wrongField } from '#server/core/refused.ts';
import { notify } from '#server/notifications/notify.ts';

/**
 * How many schools are notified of one person's applications in a day. Other schools still see the applications under
 * Pending Approvals.
 */
const toldPerDay = 100;
/**
 * How often one person may leave schools in a day. Leaving a school reopens their requests and assignments there, and
 * notifies the staff.
 */
const departures = { most: 30, windowSeconds: 86_400 };

/**
 * Changes which schools a substitute works for. Leaving one reopens their requests and assignments there. Choosing one
 * applies for its approval, unless an approval already counts there, the school's own or that of another school in its
 * district.
 *
 * @throws {Refused} bad_input at `selectedSchoolIds` if a school isn't available; too_many_requests if they have left
 *   schools too often today.
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
    throw wrongField('selectedSchoolIds', "One of these schools isn't available. Choose from the list.");
  if (left.length > 0) {
    await countAttempt(tx, { key: `schools-left:${person.id}`, ...departures }, now);
    await deselectSchools(tx, person.id, left);
  }
  for (const schoolId of left) await releaseSubstituteFromSchool(tx, call, person.id, schoolId);
  if (added.length > 0) await selectSchools(tx, person.id, added, now);
  const waiting = await schoolsThatDecide(tx, person.id, added);
  for (const school of offered) if (waiting.has(school.id)) await notifyItsAdmins(tx, call, person, school);
}

async function notifyItsAdmins(
  tx: Tx,
  call: UpdateCall,
  person: PersonRow,
  school: { id: number; name: string },
): Promise<void> {
  const rejectedEarlier = person.links.some((link) => link.schoolId === school.id && link.rejectedAt !== null);
  const limit = { key: `applications-of:${person.id}`, most: toldPerDay, windowSeconds: 86_400 };
  if (!(await isWithin(tx, limit, call.now))) return;
  await notify(tx, call, {
    kind: 'account_pending',
    cause: `account:${person.id}:pending:${school.id}:${call.now.getTime()}`,
    recipients: await adminsOf(tx, school.id),
    facts: {
      to: 'school_admin',
      name: person.fullName,
      role: person.role,
      school: school.name,
      rejectedEarlier,
      personId: person.id,
    },
    schoolId: school.id,
  });
}
