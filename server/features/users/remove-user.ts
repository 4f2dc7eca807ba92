import type { deleteUser } from '#contract/users.ts';
import { can } from '#domain/permissions.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/audit.ts';
import { eraseAccount } from '#server/features/users/erase-account.ts';
import { releaseHeldApproval } from '#server/features/users/held-approvals.ts';
import { lockPerson, subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { approvedElsewhere, saveStanding, schoolName, turnAwayFromSchool } from '#server/features/users/writes.ts';
import { releaseSubstituteFromSchool } from '#server/features/vacancies/commands.ts';
import { found, notAllowed } from '#server/core/refused.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';
import { notify } from '#server/notifications/notify.ts';

/**
 * Removes a substitute from the caller's school: their requests and assignments there reopen, and the removal lasts
 * until the school accepts them again. Other schools aren't affected. If none is left, the account is deleted, too, and
 * past days stay without a name.
 */
export async function removeUser(call: CallInTx<typeof deleteUser>, tx: Tx): ReplyTo<typeof deleteUser> {
  const { actor, params, now } = call;
  await lockPerson(tx, params.id);
  const person = found(await visiblePerson(tx, actor, params.id), 'person');
  const { schoolId } = actor;
  if (schoolId === null || !can(actor, 'user.remove', subjectOf(person)))
    throw notAllowed('Only substitutes can be removed.');
  await releaseHeldApproval(tx, call, person.id);
  const isErased = !person.links.some((link) => link.isSelected && link.schoolId !== schoolId);
  await turnAwayFromSchool(tx, person.id, schoolId, now);
  const isApproved = person.isApproved && approvedElsewhere(person.links, schoolId);
  await saveStanding(tx, person.id, { ...person, isApproved });
  await releaseSubstituteFromSchool(tx, call, person.id, isErased ? null : schoolId);
  await audit(tx, call, { act: isErased ? 'user.delete' : 'user.remove', subject: ['user', person.id], schoolId });
  const school = (await schoolName(tx, schoolId)) ?? '';
  await notify(tx, call, {
    kind: 'account_removed',
    cause: `account:${person.id}:removed:${schoolId}:${now.getTime()}`,
    recipients: [person.id],
    facts: { to: person.role, name: person.fullName, school, accountIsGone: isErased },
    schoolId,
  });
  if (isErased)
    await eraseAccount(
      tx,
      { id: person.id, fullName: person.fullName, schoolIds: person.links.map((link) => link.schoolId) },
      now,
    );
}
