import type { createUser } from '#contract/users.ts';
import { can } from '#domain/permissions.ts';
import { personLimits } from '#domain/person.ts';
import { audit } from '#server/db/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { notifyOfSecurityEvent } from '#server/features/second-factor/commands.ts';
import { acceptAtSchool, refuseKnownSubstitute } from '#server/features/users/commands.ts';
import { visiblePerson } from '#server/features/users/queries.ts';
import { userReply } from '#server/features/users/reply.ts';
import { insertMadeAccount, ownersToTell } from '#server/features/users/writes.ts';
import { found, notAllowed, Refused } from '#server/core/refused.ts';
import { keyOfAccount } from '#server/http/caller.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';
import { currentSession, refuseUnprovedIdentity } from '#server/http/session.ts';
import { hashPassword, refuseWeakPassword } from '#server/security/passwords.ts';

type CreateCall = CallInTx<typeof createUser>;

/**
 * Checks that the caller may create this account and hashes the password before the transaction takes a connection.
 * Another owner would see everything, so creating one requires a recently confirmed identity.
 */
export async function hashOfGivenPassword(call: Call<typeof createUser>): Promise<string> {
  const { body } = call;
  permittedSchool(call);
  if (body.role === 'overall_admin') refuseUnprovedIdentity(call);
  refuseWeakPassword(body.password, body, personLimits.password.minByAdmin);
  return hashPassword(body.password, keyOfAccount(call.actor.id));
}

/**
 * Creates an account for another person, approved and active from the start: a school admin adds a teacher or
 * substitute to their school, the owner another owner. The person is asked to choose their own password.
 */
export async function makeAccount(call: CreateCall, tx: Tx, passwordHash: string): ReplyTo<typeof createUser> {
  const { actor, body, now } = call;
  const schoolId = permittedSchool(call);
  if (body.role === 'substitute' && schoolId !== null && !body.isSomeoneElse)
    await refuseKnownSubstitute(tx, schoolId, body);
  const id = await insertMadeAccount(
    tx,
    {
      username: body.username,
      passwordHash,
      role: body.role,
      fullName: body.fullName,
      schoolId: body.role === 'teacher' ? schoolId : null,
      isPlatformOwner: body.role === 'overall_admin',
      email: body.email ?? null,
      phone: body.phone ?? null,
      qualifications: body.qualifications ?? null,
      preferredSubjects: body.preferredSubjects ?? null,
      bio: body.bio ?? null,
      gender: body.gender ?? null,
      department: body.department ?? null,
      subjects: body.subjects ?? null,
    },
    now,
  );
  if (body.role === 'substitute' && schoolId !== null) await acceptAtSchool(tx, [id], schoolId, now);
  await audit(tx, call, { act: 'user.create', subject: ['user', id], schoolId, detail: { role: body.role } });
  if (body.role === 'overall_admin') await notifyOwners(call, tx);
  const made = found(await visiblePerson(tx, actor, id), 'person');
  return userReply(tx, made, actor, now);
}

/** Notifies every owner, including the new one. */
async function notifyOwners(call: CreateCall, tx: Tx): Promise<void> {
  const by = currentSession(call).user.fullName;
  for (const owner of await ownersToTell(tx))
    await notifyOfSecurityEvent(tx, call, owner, 'owner_added', { by, about: call.body.fullName });
}

/**
 * Returns the school of the account to create. Returns null for an owner.
 *
 * @throws {Refused} other_school, or not_allowed for a role or flag that the caller can't grant.
 */
function permittedSchool({ actor, body }: Pick<CreateCall, 'actor' | 'body'>): number | null {
  if (body.role === 'overall_admin') {
    if (!can(actor, 'owner.add', null) || body.isPlatformOwner === false) throw notAllowed();
    return null;
  }
  const named = [body.schoolId, ...(body.selectedSchoolIds ?? []), ...(body.approvedSchoolIds ?? [])].filter(
    (id) => id !== undefined && id !== null,
  );
  if (actor.role === 'school_admin' && named.some((id) => id !== actor.schoolId))
    throw new Refused('other_school', 'You can only add people to your own school.');
  const ownSchool = actor.schoolId === null ? [] : [actor.schoolId];
  const account = {
    role: body.role,
    schoolId: actor.schoolId,
    isPlatformOwner: body.isPlatformOwner ?? false,
    selectedSchoolIds: ownSchool,
    approvedSchoolIds: ownSchool,
  };
  if (!can(actor, 'user.create', account)) throw notAllowed();
  return actor.schoolId;
}
