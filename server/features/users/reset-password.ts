import type { resetSecondFactor } from '#contract/second-factor.ts';
import type { resetPassword } from '#contract/users.ts';
import { can } from '#domain/permissions.ts';
import { personLimits } from '#domain/person.ts';
import { audit } from '#server/db/audit.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { setPassword } from '#server/features/accounts/commands.ts';
import { dropSecondFactor, notifyOfSecurityEvent } from '#server/features/second-factor/commands.ts';
import { concerned, lockPerson, type PersonRow, subjectOf } from '#server/features/users/queries.ts';
import { found, notAllowed, Refused } from '#server/core/refused.ts';
import { keyOfAccount } from '#server/http/caller.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession, refuseUnprovedIdentity } from '#server/http/session.ts';
import { endSessionsOf } from '#server/security/sessions.ts';
import { notify } from '#server/notifications/notify.ts';
import { hashPassword, refuseWeakPassword } from '#server/security/passwords.ts';

/**
 * Sets another person's password: a school admin for the school's teachers and the substitutes who belong only to it,
 * the owner for school admins and any substitute. Ends all their sessions, notifies them, and asks them to choose their
 * own. The caller must have confirmed their identity recently.
 */
export async function resetSomebodysPassword(call: Call<typeof resetPassword>): ReplyTo<typeof resetPassword> {
  const { db, actor, body, now } = call;
  const { user } = currentSession(call);
  refuseUnprovedIdentity(call);
  refuseWeakPassword(body.newPassword, await personToReset(db, call), personLimits.password.minByAdmin, 'newPassword');
  const passwordHash = await hashPassword(body.newPassword, keyOfAccount(user.id));
  return db.inTransaction(async (tx) => {
    await lockPerson(tx, body.userId);
    const person = await personToReset(tx, call);
    if (body.unlessJustReset === true) await refuseSecondReset(tx, call);
    await setPassword(tx, person.id, passwordHash, true, now);
    await endSessionsOf(tx, person.id);
    const schoolId = person.role === 'substitute' ? actor.schoolId : person.schoolId;
    await audit(tx, call, { act: 'user.reset_password', subject: ['user', person.id], schoolId });
    await notify(tx, call, {
      kind: 'password_reset',
      cause: `account:${person.id}:password:${now.getTime()}`,
      recipients: [person.id],
      facts: { to: person.role, name: person.fullName, by: user.fullName },
      schoolId,
    });
  });
}

/** In this time, a second reset is more likely a mistake of two people or two tabs than a new need. */
const JUST_RESET_MINUTES = 10;

/** @throws {Refused} already_reset if someone has just reset this password, and may already have told the person. */
async function refuseSecondReset(
  tx: Tx,
  { actor, body, now }: Pick<Call<typeof resetPassword>, 'actor' | 'body' | 'now'>,
): Promise<void> {
  const since = new Date(now.getTime() - JUST_RESET_MINUTES * 60_000);
  const [last] = await tx.query<{ actorId: number; by: string | null; at: Date }>(sql`
    select a.actor_id as "actorId", (select u.full_name from users u where u.id = a.actor_id) as by, a.at
      from audit_log a
    where a.subject_type = 'user' and a.subject_id = ${body.userId} and a.act = 'user.reset_password'
      and a.at > ${since}
    order by a.id desc limit 1`);
  if (last === undefined) return;
  const minutes = Math.floor((now.getTime() - last.at.getTime()) / 60_000);
  const when = minutes < 1 ? 'less than a minute ago' : minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  const who = last.actorId === actor.id ? 'You' : (last.by ?? 'Someone');
  throw new Refused(
    'already_reset',
    `${who} reset this password ${when}. If you reset it again, that password stops working.`,
  );
}

/** @throws {Refused} not_found, not_allowed */
async function personToReset(
  db: Queryable,
  { actor, body }: Pick<Call<typeof resetPassword>, 'actor' | 'body'>,
): Promise<PersonRow> {
  const person = found(await concerned(db, actor, body.userId), 'person');
  if (!can(actor, 'user.resetPassword', subjectOf(person)))
    throw notAllowed("You can't reset this account's password. The platform owner can.");
  return person;
}

/**
 * Turns off the second factor of a person who lost their phone and recovery codes, ends their sessions and notifies
 * them. The password stays, so this doesn't let the person who resets it sign in.
 */
export async function resetSomebodysSecondFactor(
  call: Call<typeof resetSecondFactor>,
): ReplyTo<typeof resetSecondFactor> {
  const { db, actor, body } = call;
  refuseUnprovedIdentity(call);
  return db.inTransaction(async (tx) => {
    await lockPerson(tx, body.userId);
    const person = found(await concerned(tx, actor, body.userId), 'person');
    if (!can(actor, 'user.resetSecondFactor', subjectOf(person)))
      throw notAllowed("You can't reset this account's second factor. The platform owner can.");
    if (!(await dropSecondFactor(tx, person.id))) return;
    await endSessionsOf(tx, person.id);
    const schoolId = person.role === 'substitute' ? actor.schoolId : person.schoolId;
    await audit(tx, call, { act: 'user.reset_second_factor', subject: ['user', person.id], schoolId });
    await notifyOfSecurityEvent(tx, call, person, 'second_factor_reset', { by: currentSession(call).user.fullName });
  });
}
